/** Something the endpoint refused, and how requests get by without it. */
export type Adaptation =
  | 'no_tools'
  | 'no_json_schema'
  | 'no_json_object'
  | 'no_strict'
  | 'no_temperature'
  | 'no_stream'
  | 'no_stream_options'
  | 'no_system_role'
  /** The other name for the limit of an answer: `max_tokens` and `max_completion_tokens` have changed places. */
  | 'other_token_limit'
  | 'no_token_limit';

/** How requests are shaped for one endpoint and model. Only ever grows. */
export type Form = {
  readonly adaptations: ReadonlySet<Adaptation>;
  /** The longest answer the endpoint lets one ask for, in tokens. */
  readonly outputCap: number | null;
  /** Room the context left for this one answer, in tokens; not remembered, the next request is of another size. */
  readonly roomCap: number | null;
};

const AS_INTENDED: Form = { adaptations: new Set(), outputCap: null, roomCap: null };

/** What was learnt of one endpoint and model, for as long as the model instance lives. */
export type EndpointMemory = {
  readonly current: () => Form;
  /** Keep a form that was answered. A form that did not help either is not kept. */
  readonly keep: (form: Form) => void;
};

export function createEndpointMemory(): EndpointMemory {
  let known = AS_INTENDED;
  return {
    current: () => known,
    keep(form) {
      known = {
        adaptations: new Set([...known.adaptations, ...form.adaptations]),
        outputCap: lower(known.outputCap, form.outputCap),
        roomCap: null,
      };
    },
  };
}

function lower(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}
