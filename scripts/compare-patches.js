/**
 * Compare `readPatch` and `cutPages` with git itself, over the history of any repository:
 *
 *     npm run build && node scripts/compare-patches.js <repository> [--commits N]
 *
 * For every file change of the last N commits (500 unless told) the hunks are applied to the old blob and must give the new
 * blob byte for byte; every line's number and text is looked up in the blobs; every row of every page must show them too.
 * Prints counts; the exit status is 1 when anything differs.
 */
import { spawnSync } from 'node:child_process';
import { cutPages, readPatch } from '../dist/review/prepare/index.js';

const BATCH_COMMITS = 50;
const MAX_OUTPUT_BYTES = 1 << 30;
const SKIPPED_MODE = '160000';

const args = process.argv.slice(2);
const repository = args.find((arg, index) => !arg.startsWith('--') && args[index - 1] !== '--commits');
const commitCount = Number(args[args.indexOf('--commits') + 1]) || 500;
if (repository === undefined) {
  console.error('usage: node scripts/compare-patches.js <repository> [--commits N]');
  process.exit(2);
}

/** Bytes as Latin-1 text: one character is one byte, so nothing is lost or repaired on the way. */
function git(gitArgs, input) {
  const result = spawnSync('git', ['-C', repository, ...gitArgs], { input, maxBuffer: MAX_OUTPUT_BYTES });
  if (result.status !== 0) throw new Error(`git ${gitArgs[0]} failed: ${result.stderr}`);
  return result.stdout.toString('latin1');
}

function listPatches(commits) {
  const options = ['-r', '--root', '-M', '-p', '--full-index', '--no-ext-diff', '--no-textconv', '--stdin'];
  const output = git(['-c', 'core.quotePath=false', 'diff-tree', ...options], `${commits.join('\n')}\n`);
  return output
    .split(/^diff --git /m)
    .slice(1)
    .flatMap(toPatch);
}

function toPatch(part) {
  const text = part.replace(/\n[0-9a-f]{40}\n$/, '\n');
  const bodyStart = text.search(/^@@ /m);
  const head = bodyStart === -1 ? text : text.slice(0, bodyStart);
  const index = /^index ([0-9a-f]{40})\.\.([0-9a-f]{40})(?: (\d+))?$/m.exec(head);
  const isSubmodule = index?.[3] === SKIPPED_MODE || head.includes(` mode ${SKIPPED_MODE}`);
  if (bodyStart === -1 || index === null || isSubmodule) return [];
  const [path = ''] = text.split('\n', 1);
  return [{ path, oldBlob: index[1], newBlob: index[2], body: text.slice(bodyStart) }];
}

function readBlobs(ids) {
  const wanted = [...new Set(ids)].filter((id) => !/^0+$/.test(id));
  const blobs = new Map();
  const output = git(['cat-file', '--batch'], `${wanted.join('\n')}\n`);
  let at = 0;
  for (const id of wanted) {
    const lineEnd = output.indexOf('\n', at);
    const size = Number(output.slice(at, lineEnd).split(' ')[2]);
    blobs.set(id, output.slice(lineEnd + 1, lineEnd + 1 + size));
    at = lineEnd + 1 + size + 1;
  }
  return blobs;
}

/** Lines without their ends, and whether the last one has an end. */
function toLines(blob) {
  if (blob === '') return { lines: [], endsWithNewline: true };
  const lines = blob.split('\n');
  const endsWithNewline = lines.at(-1) === '';
  if (endsWithNewline) lines.pop();
  return { lines, endsWithNewline };
}

function sideProblem(hunkLine, number, side, name) {
  const line = side.lines[number - 1];
  if (line !== hunkLine.text) return `${name} line ${number} reads differently`;
  const isUnended = number === side.lines.length && !side.endsWithNewline;
  return isUnended === hunkLine.hasNoNewline ? null : `${name} line ${number}: end of file without newline is wrong`;
}

function lineProblem(line, oldSide, newSide) {
  if ((line.oldLine === null) !== (line.kind === 'added'))
    return 'an old number where there is none, or none where there is';
  if ((line.newLine === null) !== (line.kind === 'removed'))
    return 'a new number where there is none, or none where there is';
  const onOld = line.oldLine === null ? null : sideProblem(line, line.oldLine, oldSide, 'old');
  return onOld ?? (line.newLine === null ? null : sideProblem(line, line.newLine, newSide, 'new'));
}

/** Rebuild the new side: untouched lines from the old blob, the rest from the hunks. */
function apply(patch, oldSide) {
  const built = [];
  let at = 0;
  for (const hunk of patch.hunks) {
    const start = hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1;
    built.push(...oldSide.lines.slice(at, start));
    for (const line of hunk.lines) if (line.kind !== 'removed') built.push(line.text);
    at = start + hunk.oldCount;
  }
  return [...built, ...oldSide.lines.slice(at)];
}

/** Read the pages as a reviewer does, and compare every numbered row with the new blob. */
function pageProblem(path, patch, newSide, tally) {
  const { pages, isOverBudget } = cutPages(path, [], patch);
  let shown = 0;
  for (const page of pages) {
    tally.pages += 1;
    if (page.text.length > 40_000) return `page ${page.index} is too long`;
    for (const row of page.text.split('\n')) {
      const numbered = /^ *(\d+) ([+ ]) (.*)$/s.exec(row);
      if (numbered === null) {
        if (/^ +- /.test(row)) shown += 1;
        continue;
      }
      shown += 1;
      const isCut = isOverBudget && row.endsWith(' more characters not shown]');
      if (!isCut && newSide.lines[Number(numbered[1]) - 1] !== numbered[3])
        return `page row ${numbered[1]} reads differently`;
    }
  }
  const all = patch.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  return isOverBudget || shown === all ? null : `pages show ${shown} of ${all} lines`;
}

function problemOf({ path, body, oldBlob, newBlob }, blobs, tally) {
  const oldSide = toLines(blobs.get(oldBlob) ?? '');
  const newSide = toLines(blobs.get(newBlob) ?? '');
  const patch = readPatch(body.replace(/\n$/, ''));
  if (!patch.isComplete) return 'not complete';
  for (const hunk of patch.hunks) {
    tally.hunks += 1;
    for (const line of hunk.lines) {
      tally.lines += 1;
      const problem = lineProblem(line, oldSide, newSide);
      if (problem !== null) return problem;
    }
  }
  const built = apply(patch, oldSide);
  const isEqual = built.length === newSide.lines.length && built.every((line, index) => line === newSide.lines[index]);
  return isEqual ? pageProblem(path, patch, newSide, tally) : 'the rebuilt file differs from the new blob';
}

const commits = git(['rev-list', '--no-merges', '-n', String(commitCount), 'HEAD'])
  .trim()
  .split('\n');
const tally = { commits: commits.length, patches: 0, hunks: 0, lines: 0, pages: 0, differences: 0 };
for (let at = 0; at < commits.length; at += BATCH_COMMITS) {
  const patches = listPatches(commits.slice(at, at + BATCH_COMMITS));
  const blobs = readBlobs(patches.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob]));
  for (const patch of patches) {
    tally.patches += 1;
    const problem = problemOf(patch, blobs, tally);
    if (problem === null) continue;
    tally.differences += 1;
    console.error(`${patch.path} ${patch.oldBlob.slice(0, 12)}..${patch.newBlob.slice(0, 12)}: ${problem}`);
  }
}
console.log(JSON.stringify(tally));
process.exitCode = tally.differences === 0 ? 0 : 1;
