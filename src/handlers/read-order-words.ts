import type { Order } from '../review/index.js';
import type { ParsedComment } from './parsed-comment.js';

const PLAIN: ReadonlyMap<string, Exclude<Order, { readonly findings: unknown }>['kind']> = new Map([
  ['help', 'help'],
  ['cancel', 'cancel'],
  ['pause', 'pause'],
  ['continue', 'continue'],
  ['skip-checks', 'skip_checks'],
]);
const ON_FINDINGS = /^(dismiss|resolve|reopen)(?=\s|$)\s*(.*)$/is;
const FINDING = /^F([1-9]\d{0,5})(?:,|(?=\s|$))\s*/i;
/** In one command; a person's words behind them. */
const MAX_FINDINGS = 50;
const MAX_WHY_CHARS = 500;

/** Read what follows `/review` as something else than a review: an order, or what is wrong with it. Null when it is neither. */
export function readOrderWords(text: string): Exclude<ParsedComment, { kind: 'none' | 'review' }> | null {
  const kind = PLAIN.get(text.trim().toLowerCase());
  if (kind !== undefined) return { kind: 'order', order: { kind } };
  const [, verb = '', rest = ''] = ON_FINDINGS.exec(text.trim()) ?? [];
  return verb === '' ? null : readFindings(verb.toLowerCase() as 'dismiss' | 'resolve' | 'reopen', rest);
}

function readFindings(
  verb: 'dismiss' | 'resolve' | 'reopen',
  text: string,
): Exclude<ParsedComment, { kind: 'none' | 'review' }> {
  const findings: number[] = [];
  let rest = text;
  for (let next = FINDING.exec(rest); next !== null; next = FINDING.exec(rest)) {
    findings.push(Number(next[1]));
    rest = rest.slice(next[0].length);
  }
  const example = `\`/review ${verb} F1${verb === 'reopen' ? '' : ' because …'}\``;
  if (findings.length === 0) return { kind: 'bad', reply: `Say which finding: ${example}.` };
  if (findings.length > MAX_FINDINGS)
    return { kind: 'bad', reply: `More than ${MAX_FINDINGS} findings do not fit into one command.` };
  const why = rest.trim().replace(/^["“](.*)["”]$/s, '$1');
  if (why.length > MAX_WHY_CHARS) return { kind: 'bad', reply: `A reason has at most ${MAX_WHY_CHARS} characters.` };
  return { kind: 'order', order: { kind: verb, findings: [...new Set(findings)], why: why === '' ? null : why } };
}
