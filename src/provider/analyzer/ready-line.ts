/** First line of the program's output: the tool is loaded, and from now on the time counts for each file. */
export const READY_LINE = 'ready\n';
