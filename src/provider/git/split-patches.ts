import type { PatchAllowance } from './patch-allowance.js';
import {
  closeSection,
  keepInSection,
  type OpenSection,
  openSection,
  type PatchSection,
  startSectionLine,
} from './patch-section.js';

export type PatchSplitter = {
  push(chunk: Buffer): void;
  end(): readonly PatchSection[];
};

const FILE_MARK = Buffer.from('diff --git ');
const NEWLINE = 0x0a;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Cut a diff into its files while it streams by. Inside hunks every line begins with a space, `+`, `-` or `\`, so a line
 * that begins with `diff --git ` always opens a file, whatever the files contain. Lines may be longer than memory should
 * hold: a patch beyond the allowance is counted, not kept.
 */
export function createPatchSplitter(allowance: PatchAllowance): PatchSplitter {
  const sections: PatchSection[] = [];
  let open: OpenSection | null = null;
  let pending = NOTHING;
  let isInsideLine = false;

  function close(): void {
    if (open !== null) sections.push(closeSection(open, allowance));
    open = null;
  }

  function startLine(line: Buffer): void {
    if (isFileMark(line)) {
      close();
      open = openSection(line);
    } else if (open !== null) startSectionLine(open, line);
  }

  function take(line: Buffer): void {
    if (!isInsideLine) startLine(line);
    if (open !== null) keepInSection(open, line, allowance);
    isInsideLine = line.at(-1) !== NEWLINE;
  }

  return {
    push(chunk) {
      let rest = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      pending = NOTHING;
      while (rest.length > 0) {
        const line = firstLine(rest);
        if (!isInsideLine && isUndecided(open, line)) {
          pending = line;
          return;
        }
        take(line);
        rest = rest.subarray(line.length);
      }
    },
    end() {
      if (pending.length > 0) take(pending);
      close();
      return sections;
    },
  };
}

/** Up to and including its end, or all there is. */
function firstLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf(NEWLINE);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
}

/** Lines over the hunks are read whole; of a line in a hunk the beginning is enough. */
function isUndecided(open: OpenSection | null, line: Buffer): boolean {
  if (line.at(-1) === NEWLINE) return false;
  return open === null || !open.isInHunks || line.length < FILE_MARK.length || isFileMark(line);
}

function isFileMark(line: Buffer): boolean {
  return line.length >= FILE_MARK.length && line.compare(FILE_MARK, 0, FILE_MARK.length, 0, FILE_MARK.length) === 0;
}
