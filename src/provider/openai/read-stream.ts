import { ModelFailure } from '../../review/index.js';
import { addFrame, type Collected } from './collect-answer.js';
import { type Refusal, readErrorIn } from './parse-refusal.js';

export type Reading =
  | { readonly kind: 'answer'; readonly answer: Collected }
  /** The endpoint said 200 and then told an error in the body. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** One event is one JSON text, in practice one line of it; each further line is parsed with all before it. */
const MAX_DATA_LINES = 64;
const FIELD = /^(data|event|id|retry)?:(.*)$/s;

/**
 * Read an answer from its lines. What it is, an event stream or one JSON text, is told by its first line: servers that ignore
 * `stream` and mislabelled content types are common. `answer` is filled as it comes, so that the caller knows what had come when this rejects
 * with `bad_response`: it is neither, or ends before it is whole.
 */
export async function readAnswer(lines: AsyncIterable<string>, answer: Collected, where: string): Promise<Reading> {
  const given = lines[Symbol.asyncIterator]();
  const first = await firstLine(given);
  if (first === null) throw badResponse(where, 'an empty answer');
  if (first.startsWith('<')) throw badResponse(where, 'a web page instead of an answer');
  if (/^[{[]/.test(first)) return addJson(answer, await restOf(first, given), where);
  const end = await readEvents(answer, first, given, where);
  if (end.kind === 'refused') return end;
  if (answer.finish === null && !(end.isDone && answer.frames > 0)) {
    throw badResponse(where, answer.frames === 0 ? 'an empty stream' : 'only a part of an answer');
  }
  return { kind: 'answer', answer };
}

type End =
  | { readonly kind: 'ended'; readonly isDone: boolean }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

async function readEvents(answer: Collected, first: string, lines: AsyncIterator<string>, where: string): Promise<End> {
  const event = { data: '', name: '', lines: 0 };
  try {
    for (let line: string | null = first; line !== null; line = await nextLine(lines)) {
      const data = takeLine(event, line, where);
      if (data === '[DONE]') return { kind: 'ended', isDone: true };
      const refusal = data === null ? null : takeFrame(answer, data, event.name, where);
      if (refusal !== null) return { kind: 'refused', refusal };
    }
  } catch (error) {
    // The answer was whole; only the usage behind it, or the end of the connection, went missing.
    if (answer.finish === null) throw error;
  }
  return { kind: 'ended', isDone: false };
}

/** The data of the event once it is whole, null while it is not. Comments and other fields keep the connection alive, no more. */
function takeLine(event: { data: string; name: string; lines: number }, line: string, where: string): string | null {
  if (line.trim() === '') {
    if (event.data !== '') throw badResponse(where, 'a broken stream');
    event.name = '';
    return null;
  }
  const field = FIELD.exec(line);
  if (field === null) throw badResponse(where, 'something that is neither JSON nor an event stream');
  const value = (field[2] ?? '').trim();
  if (field[1] === 'event') event.name = value;
  return field[1] === 'data' && value !== '' ? takeData(event, value, where) : null;
}

function takeData(event: { data: string; lines: number }, value: string, where: string): string | null {
  event.lines = event.data === '' ? 1 : event.lines + 1;
  if (event.lines > MAX_DATA_LINES) throw badResponse(where, 'a broken stream');
  const data = event.data === '' ? value : `${event.data}\n${value}`;
  const isWhole = data === '[DONE]' || parse(data) !== undefined;
  event.data = isWhole ? '' : data;
  return isWhole ? data : null;
}

function takeFrame(answer: Collected, data: string, eventName: string, where: string): Refusal | null {
  const frame = parse(data);
  const refusal = readErrorIn(eventName === 'error' ? { error: frame } : frame);
  if (refusal !== null) return refusal;
  if (!addFrame(answer, frame)) throw badResponse(where, 'a stream of another form');
  return null;
}

function addJson(answer: Collected, text: string, where: string): Reading {
  const body = parse(text);
  if (body === undefined) throw badResponse(where, 'broken JSON');
  const refusal = readErrorIn(body);
  if (refusal !== null) return { kind: 'refused', refusal };
  if (!addFrame(answer, body) || answer.frames === 0) throw badResponse(where, 'JSON that is no chat completion');
  return { kind: 'answer', answer };
}

async function firstLine(lines: AsyncIterator<string>): Promise<string | null> {
  let line = await nextLine(lines);
  while (line !== null && line.replace(/^\uFEFF/, '').trim() === '') line = await nextLine(lines);
  return line?.replace(/^\uFEFF/, '').trimStart() ?? null;
}

async function restOf(first: string, lines: AsyncIterator<string>): Promise<string> {
  const all = [first];
  for (let line = await nextLine(lines); line !== null; line = await nextLine(lines)) all.push(line);
  return all.join('\n');
}

async function nextLine(lines: AsyncIterator<string>): Promise<string | null> {
  const next = await lines.next();
  return next.done === true ? null : next.value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function badResponse(where: string, what: string): ModelFailure {
  return new ModelFailure('bad_response', `${where} sent ${what}`);
}
