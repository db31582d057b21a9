/** GitHub waits 10 s for an answer; what is not kept by then is refused, so that it can be sent again. */
const KEEP_LIMIT_MS = 5_000;

/** The delivery is not kept. `status` is what the sender is answered, who may then send it again. */
class NotKept extends Error {
  override readonly name = 'NotKept';
  readonly status = 503;

  constructor(cause: unknown) {
    super('the delivery could not be kept; send it again', { cause });
  }
}

/** Rejects with `status` 503 when the work fails or takes longer than a sender waits. */
export async function withinLimit<Result>(work: Promise<Result>, limitMs = KEEP_LIMIT_MS): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not kept within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } catch (error) {
    throw new NotKept(error);
  } finally {
    clearTimeout(timer);
  }
}
