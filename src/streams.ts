/** Where the command reads and writes; the roots hand over the process's own. */
export type Streams = {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Told once when the person presses Ctrl-C or the process is asked to end. */
  readonly onInterrupt: (stop: () => void) => void;
};

type OutputStream = {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
};
