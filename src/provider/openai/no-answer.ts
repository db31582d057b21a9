/** The connection failed or broke. Carries the first cause past the SDK, which would keep only a sentence of its own. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(readonly origin: unknown) {
    super('the connection gave no answer');
  }
}
