/** The name of the switch inside a mutated text: `__mutant(17)` is true while mutant 17 runs. */
const SWITCH = 'const __mutant = globalThis.__plumblineMutant;\n';

/** One text that holds all its mutants, each behind its own switch. Ranges of mutants nest, as ranges of syntax do. */
export function renderMutants(text, mutants) {
  if (mutants.length === 0) return text;
  const inOrder = mutants.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return SWITCH + renderRange(text, { start: 0, end: text.length }, inOrder);
}

function renderRange(text, { start, end }, mutants) {
  let rendered = '';
  let at = start;
  for (const group of groupsOf(mutants)) {
    rendered += text.slice(at, group.start) + renderGroup(text, group);
    at = group.end;
  }
  return rendered + text.slice(at, end);
}

/** The outermost ranges, each with its own mutants and those inside it. */
function groupsOf(mutants) {
  const groups = [];
  for (const mutant of mutants) {
    const last = groups.at(-1);
    if (last === undefined || mutant.start >= last.end) {
      groups.push({ start: mutant.start, end: mutant.end, own: [mutant], inner: [] });
    } else if (mutant.start === last.start && mutant.end === last.end) last.own.push(mutant);
    else last.inner.push(mutant);
  }
  return groups;
}

function renderGroup(text, group) {
  const original = renderRange(text, group, group.inner);
  if (group.own[0].isStatement) return `{ if (!__mutant(${group.own[0].id})) ${original} }`;
  const choices = group.own.map(({ id, mutated }) => `__mutant(${id}) ? (${mutated}) : `).join('');
  return `(${choices}${original})`;
}
