/**
 * Look at the history of a repository with the static analyzers, and count what they say:
 *
 *     npm run build && node scripts/measure-false-alarms.js <repository> [--commits N] [--show <rule or severity>]
 *
 * The files of the last N commits that are no merges (200 unless told) are given to every analyzer as a review would give
 * them: the text after the commit and the lines it added. Most history was reviewed by people, so a rule that speaks often
 * is one that people do not care about. Prints the oldest and the newest commit, so that the same ones can be looked at
 * again, and findings for each 1,000 added lines of covered files.
 */
import { spawnSync } from 'node:child_process';
import { createAnalyzers } from '../dist/provider/analyzer/index.js';

const BATCH_COMMITS = 25;
const MAX_OUTPUT_BYTES = 1 << 30;

const args = process.argv.slice(2);
const argumentAfter = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const repository = args[0];
const commitCount = Number(argumentAfter('--commits')) || 200;
const shown = argumentAfter('--show');
if (repository === undefined || repository.startsWith('--')) {
  console.error('usage: node scripts/measure-false-alarms.js <repository> [--commits N] [--show <rule or severity>]');
  process.exit(2);
}

function git(...gitArgs) {
  const result = spawnSync('git', ['-C', repository, ...gitArgs], { maxBuffer: MAX_OUTPUT_BYTES });
  if (result.status !== 0) throw new Error(`git ${gitArgs[0]} failed: ${result.stderr}`);
  return result.stdout;
}

function removedTextOf(section) {
  const hunks = section.slice(Math.max(0, section.search(/^@@ /m)));
  return [...hunks.matchAll(/^-(.*)$/gm)].map(([, line]) => line).join('\n');
}

/** The files of a commit with the lines it added. The commit is put before the path, so that a batch has each path once. */
function headFilesOf(commit) {
  const patch = git(
    '-c',
    'core.quotePath=false',
    'show',
    '--format=',
    '-U0',
    '-M',
    '--no-ext-diff',
    '--no-textconv',
    commit,
  );
  return patch
    .toString('utf8')
    .split(/^diff --git /m)
    .slice(1)
    .flatMap((section) => {
      const path = /^\+\+\+ b\/(.*?)\t?$/m.exec(section)?.[1];
      const addedLines = [...section.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)]
        .map(([, start, count]) => ({ start: Number(start), end: Number(start) + Number(count ?? 1) - 1 }))
        .filter(({ start, end }) => end >= start);
      if (path === undefined || addedLines.length === 0) return [];
      const text = git('show', `${commit}:${path}`).toString('utf8');
      return [{ path: `${commit.slice(0, 10)}/${path}`, text, addedLines, removedText: removedTextOf(section) }];
    });
}

const analyzers = createAnalyzers({ environment: {} });
const commits = git('rev-list', '--no-merges', `--max-count=${commitCount}`, 'HEAD').toString().trim().split('\n');
const tallies = new Map(analyzers.map(({ id }) => [id, { addedLines: 0, ms: 0, failures: [], findings: [] }]));

for (let start = 0; start < commits.length; start += BATCH_COMMITS) {
  const files = commits.slice(start, start + BATCH_COMMITS).flatMap(headFilesOf);
  for (const analyzer of analyzers) {
    const covered = files.filter(({ path }) => analyzer.covers(path));
    const began = performance.now();
    const { findings, failure } = await analyzer.analyze(covered, new AbortController().signal);
    const tally = tallies.get(analyzer.id);
    tally.ms += performance.now() - began;
    tally.addedLines += covered
      .flatMap(({ addedLines }) => addedLines)
      .reduce((sum, line) => sum + line.end - line.start + 1, 0);
    tally.findings.push(...findings);
    if (failure !== null) tally.failures.push(failure);
  }
}

function countBy(findings, key) {
  const counts = new Map();
  for (const finding of findings) counts.set(finding[key], (counts.get(finding[key]) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

console.log(`${commits.length} commits, ${commits.at(-1)} to ${commits[0]}`);
for (const [id, { addedLines, ms, failures, findings }] of tallies) {
  const rate = (count) => ((count / Math.max(1, addedLines)) * 1_000).toFixed(2);
  console.log(`${id}: ${addedLines} added lines, ${findings.length} findings, ${(ms / 1_000).toFixed(1)} s`);
  for (const [severity, count] of countBy(findings, 'severity'))
    console.log(`  ${severity}: ${count} (${rate(count)} per 1,000)`);
  for (const [ruleId, count] of countBy(findings, 'ruleId')) {
    console.log(`    ${ruleId} ${findings.find((finding) => finding.ruleId === ruleId).severity}: ${count}`);
  }
  for (const failure of failures) console.log(`  ${failure}`);
  for (const { ruleId, severity, path, startLine, title } of findings) {
    if (shown === ruleId || shown === severity) console.log(`  ${path}:${startLine} ${ruleId}: ${title}`);
  }
}
