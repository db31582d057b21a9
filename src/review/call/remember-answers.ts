import { canonicalJson, digestOf } from '../digest.js';
import type { Journal, ModelRequest, ModelResponse, ReviewModel } from '../ports/index.js';

type Kept = { readonly response: ModelResponse; readonly estimates: readonly { readonly inputTokens: number }[] };

/**
 * A model whose answers are kept in the run's journal. A run that is taken up again asks the same questions, gets the answers
 * that were paid for already, and is charged for them as it was: its report is that of a run nobody disturbed. The same question
 * asked twice has two answers, in their order. Failures are not kept.
 */
export function rememberAnswers(model: ReviewModel, journal: Journal): ReviewModel {
  const answered = new Map<string, number>();
  return {
    id: model.id,
    respond: async (request, signal) => {
      const question = questionOf(model.id, request);
      const number = (answered.get(question) ?? 0) + 1;
      let isAsked = false;
      const kept = await journal.once<Kept>(`answer ${number} ${question}`, async () => {
        isAsked = true;
        return ask(model, request, signal);
      });
      answered.set(question, number);
      if (!isAsked) kept.estimates.forEach(request.onRequest);
      return kept.response;
    },
  };
}

async function ask(model: ReviewModel, request: ModelRequest, signal: AbortSignal): Promise<Kept> {
  const estimates: { inputTokens: number }[] = [];
  const onRequest: ModelRequest['onRequest'] = (estimate) => {
    request.onRequest(estimate);
    estimates.push(estimate);
  };
  const response = await model.respond({ ...request, onRequest }, signal);
  return { response, estimates };
}

/** What decides an answer. How long it may be depends on what was spent before, and a timeout decides nothing. */
function questionOf(modelId: string, { answerTool, messages, temperature, tools }: ModelRequest): string {
  return digestOf(canonicalJson({ modelId, messages, tools, answerTool, temperature }));
}
