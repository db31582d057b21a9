import type { Endpoint } from '../provider/openai/index.js';
import type { ModelList } from './list-models.js';
import type { TinyOutcome } from './tiny-request.js';

/** What was learnt of the endpoint. */
export type ModelScene = {
  readonly endpoint: Endpoint;
  /** Null: none is named. */
  readonly modelName: string | null;
  readonly hasKey: boolean;
  readonly list: ModelList;
  /** Null: nothing was asked. */
  readonly tiny: TinyOutcome | null;
};
