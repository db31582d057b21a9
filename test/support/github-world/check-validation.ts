import { invalidRequest, type RequestContext } from './answer.js';
import type { Annotation, CheckAction, CheckRunState } from './state.js';

type Body = RequestContext['body'];

const MAX_TEXT_BYTES = 65_535;
const MAX_ANNOTATIONS = 50;
const MAX_MESSAGE_BYTES = 64 * 1_024;
const MAX_ANNOTATION_TITLE_CHARS = 255;
const MAX_ACTIONS = 3;
const ACTION_CHARS = { label: 20, description: 40, identifier: 20 } as const;
const STATUSES = ['queued', 'in_progress', 'completed', 'waiting', 'requested', 'pending'] as const;
/** `stale` is missing on purpose: only GitHub sets it. */
const CONCLUSIONS = ['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out'];
const LEVELS = ['notice', 'warning', 'failure'];

/** What a request changes, after every rule was checked. A key that is `undefined` was not sent. */
export type CheckWrite = {
  readonly status: CheckRunState['status'] | undefined;
  readonly conclusion: string | undefined;
  readonly startedAt: string | undefined;
  readonly completedAt: string | undefined;
  readonly externalId: string | undefined;
  readonly detailsUrl: string | undefined;
  readonly output: { title: string; summary: string; text: string | undefined; annotations: Annotation[] } | undefined;
  readonly actions: CheckAction[] | undefined;
};

/** Check a request as a whole before anything of it is kept: one bad annotation refuses all. */
export function readCheckWrite(body: Body): CheckWrite {
  const write = {
    status: readStatus(body),
    conclusion: readConclusion(body),
    startedAt: readTime(body, 'started_at'),
    completedAt: readTime(body, 'completed_at'),
    externalId: readText(body, 'external_id'),
    detailsUrl: readText(body, 'details_url'),
    output: readOutput(body.output),
    actions: readActions(body.actions),
  };
  if (write.detailsUrl !== undefined && !/^https?:\/\/\S+$/.test(write.detailsUrl)) {
    invalidRequest('details_url must use the http or https scheme.');
  }
  if (write.status === 'completed' && write.conclusion === undefined)
    invalidRequest('conclusion is required when status is completed.');
  const isOpen = write.status !== undefined && write.status !== 'completed';
  if (write.conclusion !== undefined && isOpen) invalidRequest('conclusion can only be set when status is completed.');
  if (write.completedAt !== undefined && write.conclusion === undefined)
    invalidRequest('conclusion is required with completed_at.');
  return write;
}

function readStatus(body: Body): CheckRunState['status'] | undefined {
  if (body.status === undefined) return undefined;
  return (
    STATUSES.find((known) => known === body.status) ?? invalidRequest(`${String(body.status)} is not a valid status.`)
  );
}

function readConclusion(body: Body): string | undefined {
  if (body.conclusion === undefined) return undefined;
  const { conclusion } = body;
  return typeof conclusion === 'string' && CONCLUSIONS.includes(conclusion)
    ? conclusion
    : invalidRequest(`${String(conclusion)} is not a member of [${CONCLUSIONS.join(', ')}].`);
}

function readTime(body: Body, name: string): string | undefined {
  const text = readText(body, name);
  const isTime = text === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(text);
  return isTime ? text : invalidRequest(`${text} is not a valid date-time.`);
}

function readOutput(output: unknown): CheckWrite['output'] {
  if (output === undefined) return undefined;
  if (!isRecord(output)) return invalidRequest(`${JSON.stringify(output)} is not an object.`);
  return {
    title: readBounded(output, 'title') ?? invalidRequest('"title" wasn\'t supplied.'),
    summary: readBounded(output, 'summary') ?? invalidRequest('"summary" wasn\'t supplied.'),
    text: readBounded(output, 'text'),
    annotations: readAnnotations(output.annotations),
  };
}

function readBounded(output: Body, name: string): string | undefined {
  const text = readText(output, name);
  if (text === undefined) return undefined;
  if (name !== 'text' && text === '') return invalidRequest(`${name} cannot be blank.`);
  return Buffer.byteLength(text) > MAX_TEXT_BYTES
    ? invalidRequest(`Only ${MAX_TEXT_BYTES} bytes are allowed for ${name}; ${Buffer.byteLength(text)} were supplied.`)
    : text;
}

function readAnnotations(annotations: unknown): Annotation[] {
  if (annotations === undefined) return [];
  if (!Array.isArray(annotations)) return invalidRequest('annotations is not an array.');
  if (annotations.length > MAX_ANNOTATIONS) {
    return invalidRequest(`No more than ${MAX_ANNOTATIONS} items are allowed; ${annotations.length} were supplied.`);
  }
  return annotations.map((annotation: unknown) => readAnnotation(isRecord(annotation) ? annotation : {}));
}

function readAnnotation(given: Body): Annotation {
  const startLine = readLine(given, 'start_line');
  const endLine = readLine(given, 'end_line');
  if (endLine < startLine) return invalidRequest('end_line must be greater than or equal to start_line.');
  const title = readText(given, 'title') ?? null;
  if ((title ?? '').length > MAX_ANNOTATION_TITLE_CHARS)
    return invalidRequest(`title is too long (maximum is ${MAX_ANNOTATION_TITLE_CHARS} characters).`);
  if (!LEVELS.includes(String(given.annotation_level)))
    return invalidRequest(`${String(given.annotation_level)} is not a member of [${LEVELS.join(', ')}].`);
  return {
    path: readFilled(given, 'path'),
    start_line: startLine,
    end_line: endLine,
    ...readColumns(given, startLine === endLine),
    annotation_level: given.annotation_level as Annotation['annotation_level'],
    message: readFilled(given, 'message'),
    title,
    raw_details: readSized(given, 'raw_details') ?? null,
  };
}

function readColumns(given: Body, isOneLine: boolean): Pick<Annotation, 'start_column' | 'end_column'> {
  const column = (name: string) => (given[name] === undefined || given[name] === null ? null : readLine(given, name));
  const columns = { start_column: column('start_column'), end_column: column('end_column') };
  const hasColumns = columns.start_column !== null || columns.end_column !== null;
  if (hasColumns && !isOneLine)
    return invalidRequest('start_column and end_column are only allowed when start_line and end_line are equal.');
  if ((columns.end_column ?? Number.POSITIVE_INFINITY) < (columns.start_column ?? 0))
    return invalidRequest('end_column must be greater than or equal to start_column.');
  return columns;
}

function readLine(given: Body, name: string): number {
  const value = given[name];
  return typeof value === 'number' && Number.isInteger(value) && value >= 1
    ? value
    : invalidRequest(`${name} must be an integer of at least 1; ${JSON.stringify(value)} was supplied.`);
}

function readFilled(given: Body, name: string): string {
  const text = readSized(given, name);
  return text === undefined || text === '' ? invalidRequest(`"${name}" wasn't supplied.`) : text;
}

function readSized(given: Body, name: string): string | undefined {
  const text = readText(given, name);
  return Buffer.byteLength(text ?? '') > MAX_MESSAGE_BYTES
    ? invalidRequest(`${name} exceeds a maximum bytesize of 64 KB.`)
    : text;
}

function readActions(actions: unknown): CheckAction[] | undefined {
  if (actions === undefined) return undefined;
  if (!Array.isArray(actions)) return invalidRequest('actions is not an array.');
  if (actions.length > MAX_ACTIONS)
    return invalidRequest(`No more than ${MAX_ACTIONS} items are allowed; ${actions.length} were supplied.`);
  return actions.map((action: unknown) => {
    const given = isRecord(action) ? action : {};
    const part = (name: keyof typeof ACTION_CHARS) => {
      const text = readFilled(given, name);
      const most = ACTION_CHARS[name];
      return [...text].length > most ? invalidRequest(`Only ${most} characters are allowed for ${name}.`) : text;
    };
    return { label: part('label'), description: part('description'), identifier: part('identifier') };
  });
}

function readText(given: Body, name: string): string | undefined {
  const value = given[name];
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string'
    ? value
    : invalidRequest(`For 'properties/${name}', ${JSON.stringify(value)} is not a string.`);
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
