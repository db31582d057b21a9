import type { PatchAllowance } from './patch-allowance.js';

/** The patch of one file, cut out of the output of one diff. */
export type PatchSection = {
  /** The `diff --git` line as latin1, without its end. */
  readonly header: string;
  /** Hunks from the first `@@`, without the last line end. Null when there are none or they were not kept. */
  readonly text: string | null;
  /** Of the hunks, kept or not. */
  readonly sizeBytes: number;
  readonly additions: number;
  readonly deletions: number;
  readonly isBinary: boolean;
  /** Names of both contents as git computed them; null when the content did not change. */
  readonly blobs: { readonly old: string; readonly new: string } | null;
};

/** A section while its lines arrive. */
export type OpenSection = { -readonly [Key in keyof Omit<PatchSection, 'text'>]: PatchSection[Key] } & {
  isInHunks: boolean;
  isKept: boolean;
  pieces: Buffer[];
};

const HUNK_MARK = '@@ ';
const BINARY_MARK = 'Binary files ';
const INDEX_LINE = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/;
const PLUS = 0x2b;
const MINUS = 0x2d;

export function openSection(line: Buffer): OpenSection {
  return {
    header: line.toString('latin1').replace(/\n$/, ''),
    sizeBytes: 0,
    additions: 0,
    deletions: 0,
    isBinary: false,
    blobs: null,
    isInHunks: false,
    isKept: true,
    pieces: [],
  };
}

/** Read what a line is from its beginning. Over the hunks it must be whole. */
export function startSectionLine(open: OpenSection, line: Buffer): void {
  if (open.isInHunks) countLine(open, line);
  else readHeaderLine(open, line.toString('latin1'));
}

function countLine(open: OpenSection, line: Buffer): void {
  if (line[0] === PLUS) open.additions += 1;
  else if (line[0] === MINUS) open.deletions += 1;
}

function readHeaderLine(open: OpenSection, line: string): void {
  if (line.startsWith(HUNK_MARK)) open.isInHunks = true;
  if (line.startsWith(BINARY_MARK)) open.isBinary = true;
  const [, old, changed] = INDEX_LINE.exec(line) ?? [];
  if (old !== undefined && changed !== undefined) open.blobs = { old, new: changed };
}

/** Keep a line, or a part of one, while the allowance lasts; beyond it only the size goes on. */
export function keepInSection(open: OpenSection, line: Buffer, allowance: PatchAllowance): void {
  if (!open.isInHunks) return;
  open.sizeBytes += line.length;
  if (!open.isKept) return;
  if (allowance.fits(open.sizeBytes)) addPiece(open.pieces, line);
  else {
    open.isKept = false;
    open.pieces = [];
  }
}

/** Neighbouring lines of one piece of output stay one piece: a diff has far more lines than pieces. */
function addPiece(pieces: Buffer[], line: Buffer): void {
  const last = pieces.at(-1);
  const follows = last?.buffer === line.buffer && last.byteOffset + last.length === line.byteOffset;
  if (last === undefined || !follows) pieces.push(line);
  else pieces[pieces.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + line.length);
}

export function closeSection(open: OpenSection, allowance: PatchAllowance): PatchSection {
  const { isInHunks, isKept, pieces, ...section } = open;
  if (!isInHunks || !isKept) return { ...section, text: null };
  allowance.spend(section.sizeBytes);
  const text = Buffer.concat(pieces).toString('utf8');
  return { ...section, text: text.endsWith('\n') ? text.slice(0, -1) : text };
}
