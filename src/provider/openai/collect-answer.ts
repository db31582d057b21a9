import { z } from 'zod';
import { convertUsage } from './convert-usage.js';

const callSchema = z.object({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.unknown().optional() }).nullish(),
});
/** A delta of a stream and a whole message have the same shape. Reasoning fields are not read at all. */
const messageSchema = z.object({
  content: z.union([z.string(), z.array(z.unknown())]).nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
});
const choiceSchema = z.object({
  index: z.number().nullish(),
  delta: messageSchema.nullish(),
  message: messageSchema.nullish(),
  finish_reason: z.string().nullish(),
});
const frameSchema = z.object({
  model: z.string().nullish().catch(null),
  choices: z.array(choiceSchema).nullish(),
  usage: z.unknown().optional(),
  x_groq: z.object({ usage: z.unknown().optional() }).nullish().catch(null),
});

/** The usual density of written text. */
const CHARS_PER_TOKEN = 4;

type VendorCall = z.infer<typeof callSchema>;
type PartialCall = { index: number | null; id: string; name: string; argumentsJson: string };

/** An answer as far as it has come. */
export type Collected = {
  text: string;
  refusal: string;
  calls: PartialCall[];
  finish: string | null;
  usage: ReturnType<typeof convertUsage>;
  modelId: string | null;
  /** Frames that had a choice in them. */
  frames: number;
};

export function emptyAnswer(): Collected {
  return { text: '', refusal: '', calls: [], finish: null, usage: null, modelId: null, frames: 0 };
}

/** Tokens of an answer so far: as told, else at least one for every frame, at least one for four characters. */
export function outputTokensOf({ usage, frames, text, refusal, calls }: Collected): number {
  if (usage !== null) return usage.outputTokens;
  const chars = calls.reduce((sum, { argumentsJson }) => sum + argumentsJson.length, text.length + refusal.length);
  return Math.max(frames, Math.ceil(chars / CHARS_PER_TOKEN));
}

/** Add one frame of a stream, or one whole completion. False when it has another shape; a frame without choices adds nothing. */
export function addFrame(answer: Collected, frame: unknown): boolean {
  if (frame === null || typeof frame !== 'object') return frame === null;
  const parsed = frameSchema.safeParse(frame);
  if (!parsed.success) return false;
  const { model, choices, usage, x_groq: groq } = parsed.data;
  answer.modelId = model || answer.modelId;
  answer.usage = convertUsage(usage) ?? convertUsage(groq?.usage) ?? answer.usage;
  const choice = choices?.find((one) => (one.index ?? 0) === 0);
  if (choice !== undefined) addChoice(answer, choice);
  return true;
}

function addChoice(answer: Collected, choice: z.infer<typeof choiceSchema>): void {
  const message = choice.delta ?? choice.message ?? {};
  answer.frames += 1;
  answer.finish = choice.finish_reason || answer.finish;
  answer.text += textOf(message.content);
  answer.refusal += message.refusal ?? '';
  for (const call of message.tool_calls ?? []) {
    const begun = choice.delta ? findCall(answer.calls, call) : null;
    addToCall(begun ?? startCall(answer.calls, call), call);
  }
}

/** Some endpoints give content in parts, reasoning among them: only the parts of text are the answer. */
function textOf(content: string | unknown[] | null | undefined): string {
  if (!Array.isArray(content)) return content ?? '';
  const part = z.object({ type: z.literal('text'), text: z.string() });
  return content.map((one) => part.safeParse(one).data?.text ?? '').join('');
}

function addToCall(call: PartialCall, delta: VendorCall): void {
  call.id ||= delta.id ?? '';
  call.name ||= delta.function?.name ?? '';
  const given = delta.function?.arguments;
  if (typeof given === 'string') call.argumentsJson += given;
  else if (typeof given === 'object' && given !== null) call.argumentsJson = JSON.stringify(given);
}

/** By index as the interface says; but several servers leave it out, or say 0 for every call and only change the id. */
function findCall(calls: readonly PartialCall[], delta: VendorCall): PartialCall | null {
  const sameIndex = calls.findLast(
    (call) => delta.index === null || delta.index === undefined || call.index === delta.index,
  );
  if (sameIndex === undefined) return null;
  const isNew = Boolean(delta.id) && sameIndex.id !== '' && delta.id !== sameIndex.id;
  const hasOwnName = Boolean(delta.function?.name);
  const isWithoutMarks = !delta.id && (delta.index === null || delta.index === undefined) && hasOwnName;
  return (isNew && hasOwnName) || isWithoutMarks ? null : sameIndex;
}

function startCall(calls: PartialCall[], delta: VendorCall): PartialCall {
  const call = { index: delta.index ?? null, id: '', name: '', argumentsJson: '' };
  calls.push(call);
  return call;
}
