export type SilenceWatch = { readonly heard: (nextMs: number) => void; readonly stop: () => void };

/**
 * Call `onSilent` when nothing was heard for the time told last. What has arrived meanwhile and was not yet read, since this process
 * was busy itself, counts as heard.
 */
export function watchSilence(firstMs: number, onSilent: () => void): SilenceWatch {
  let stop = () => {};
  const wait = (waitMs: number) => {
    let late: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      late = setImmediate(onSilent);
    }, waitMs);
    stop = () => {
      clearTimeout(timer);
      clearImmediate(late);
    };
  };
  wait(firstMs);
  return {
    heard: (nextMs) => {
      stop();
      wait(nextMs);
    },
    stop: () => stop(),
  };
}
