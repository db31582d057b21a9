import { Refusal } from '../answer.js';

/** A query that cannot be run at all. GitHub answers 200 and has only errors to tell. */
export function graphqlRefusal(message: string, type?: string): Refusal {
  return new Refusal(200, { errors: [{ ...(type === undefined ? {} : { type }), message }] });
}
