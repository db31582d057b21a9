export type Nap = {
  /** Resolves after so long, or when it is woken. */
  sleep(durationMs: number): Promise<void>;
  wake(): void;
};

export function createNap(): Nap {
  let wake = () => {};
  return {
    sleep: (durationMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, durationMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
  };
}
