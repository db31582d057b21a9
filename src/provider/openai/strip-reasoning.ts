const LEADING_OPEN = /^\s*<(think|thinking|reasoning)>/i;
const ANY_OPEN = /<(think|thinking|reasoning)>/i;
const CLOSE = /<\/(?:think|thinking|reasoning)>/i;
const ANSWER_START = /^\s*(?:[{[]|```)/;

/**
 * Remove reasoning that stands in the text: `<think>…</think>` before the answer, also several, also unclosed (then nothing is
 * left), also with a close alone, as templates that open the block in the prompt produce. Tags inside an answer are part of it:
 * a finding may well speak of them.
 */
export function stripReasoning(text: string): string {
  let rest = text;
  let isFirst = true;
  for (;;) {
    const next = ANSWER_START.test(rest) ? rest : stripOnce(rest, isFirst);
    if (next === rest) return rest === text ? text : rest.trimStart();
    rest = next;
    isFirst = false;
  }
}

function stripOnce(text: string, isFirst: boolean): string {
  const leading = LEADING_OPEN.exec(text);
  const opening = leading ?? openingBeforeAnswer(text);
  if (opening === null) return afterLoneClose(text, isFirst);
  const bodyStart = opening.index + opening[0].length;
  const closing = new RegExp(`</${opening[1]}>`, 'i').exec(text.slice(bodyStart));
  const before = text.slice(0, opening.index);
  // Words that only mention the tag are kept; a block that opens the text and never closes was cut off while reasoning.
  if (closing === null) return leading === null ? text : before;
  return before + text.slice(bodyStart + closing.index + closing[0].length);
}

function openingBeforeAnswer(text: string): RegExpExecArray | null {
  const opening = ANY_OPEN.exec(text);
  if (opening === null || text.slice(0, opening.index).includes('{')) return null;
  const close = CLOSE.exec(text);
  return close !== null && close.index > opening.index ? opening : null;
}

/** Behind the first block a close alone counts only when the answer follows it: else it is prose about such tags. */
function afterLoneClose(text: string, isFirst: boolean): string {
  const close = CLOSE.exec(text);
  if (close === null) return text;
  const after = text.slice(close.index + close[0].length);
  return isFirst || ANSWER_START.test(after) ? after : text;
}
