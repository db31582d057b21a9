import { z } from 'zod';
import { isReasonableGlob, MAX_GLOB_VARIANTS } from './globs/index.js';
import type { AnalyzerId } from './model/analysis.js';
import { ACCEPTABLE_KINDS } from './model/coverage.js';
import { SEVERITIES } from './model/finding.js';
import { MODES } from './model/manifest.js';

const glob = z
  .string()
  .min(1)
  .max(300)
  .refine(isReasonableGlob, { error: `stands for more than ${MAX_GLOB_VARIANTS} globs; write some of its lists out` });

const autoReview = z
  .strictObject({
    opened: z.boolean().default(true).describe('Review a pull request when it is opened, reopened or marked ready.'),
    pushed: z.boolean().default(true).describe('Review again when new commits are pushed or the base is changed.'),
    drafts: z.boolean().default(false).describe('Review drafts too.'),
    authors: z
      .enum(['collaborators', 'anyone'])
      .default('collaborators')
      .describe(
        'Whose pull requests and pushes start a review by themselves. Others get a check that says a maintainer can comment `/review`.',
      ),
    labels: z
      .strictObject({
        skip: z
          .array(z.string().min(1))
          .max(50)
          .default([])
          .describe('A pull request with one of these labels is not reviewed by itself.'),
        only: z
          .array(z.string().min(1))
          .max(50)
          .default([])
          .describe('When not empty, only pull requests with one of these labels are.'),
      })
      .prefault({})
      .describe('Labels that decide about automatic reviews.'),
    branches: z
      .array(glob)
      .max(50)
      .default([])
      .describe('When not empty, only pull requests into a base branch that matches one of these globs.'),
  })
  .prefault({})
  .describe('When a review starts without being asked for.');

const focusEntry = z.strictObject({
  paths: z.array(glob).min(1).max(50).describe('Globs of the files these instructions are about.'),
  instructions: z.string().min(1).max(2_000).describe('What to look at in them, in plain words.'),
});

const toggle = (does: string) => z.boolean().default(true).describe(does);

const analyzers = z
  .strictObject({
    oxlint: toggle('JavaScript and TypeScript.'),
    ruff: toggle('Python.'),
    secretlint: toggle('Secrets, in every text file.'),
    structure: toggle('Dangerous calls in JavaScript and TypeScript, focused tests, conflict markers.'),
    lockfile: toggle('Sources of packages in lockfiles.'),
  } satisfies Record<AnalyzerId, z.ZodType>)
  .prefault({})
  .describe(
    'Static checks of the lines a change adds. Their own rules apply; configuration in the repository does not.',
  );

const limits = z
  .strictObject({
    requests: z.int().min(1).optional().describe('Model requests of one run, every try counted.'),
    input_tokens: z.int().min(1_000).optional().describe('Input tokens of one run.'),
    output_tokens: z.int().min(500).optional().describe('Output tokens of one run.'),
    call_seconds: z.int().min(5).optional().describe('Seconds one reviewer may run, waiting for capacity not counted.'),
  })
  .prefault({})
  .describe('Lower bounds for this repository. They can only lower what the operator allows.');

/** `.github/plumbline.yml`. From this one definition come the validator, the JSON schema and docs/configuration.md. */
export const settingsSchema = z.strictObject({
  mode: z.enum(MODES).default('standard').describe('The mode of automatic reviews.'),
  auto_review: autoReview,
  fail_on: z
    .enum([...SEVERITIES, 'never'])
    .default('never')
    .describe('The check fails when a finding has this severity or a higher one. `never` keeps it neutral.'),
  strict_coverage: z
    .boolean()
    .default(false)
    .describe(
      'Everything that is not complete and current ends `action_required`, which blocks a merge when the check is required. GitHub lets `neutral` and `skipped` satisfy a required check.',
    ),
  accept: z
    .array(z.enum(ACCEPTABLE_KINDS))
    .default([])
    .describe('Kinds of files that may stay unread without lowering coverage. They are listed all the same.'),
  minimum_severity: z
    .enum(SEVERITIES)
    .default('low')
    .describe('Findings below this severity are advisory: told, but not published on lines.'),
  ignore: z
    .array(glob)
    .max(200)
    .default([])
    .describe(
      'Globs of whole paths (`docs/**`, `**/*.svg`) that are not reviewed; one with a leading `!` takes files out again. They are listed and do not lower coverage.',
    ),
  focus: z.array(focusEntry).max(20).default([]).describe('Extra instructions for some paths.'),
  rubric: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('Path of a Markdown file in the base revision with house rules for the reviewer.'),
  instructions: z
    .boolean()
    .default(true)
    .describe(
      'Give the reviewer AGENTS.md and its kin (AGENTS.override.md, CLAUDE.md, .github/copilot-instructions.md) of the base revision.',
    ),
  analyzers,
  check_name: z.string().min(1).max(100).default('Review').describe('Name of the check run.'),
  language: z.string().min(2).max(40).default('English').describe('Language of the findings.'),
  limits,
});

/** Settings with every default filled in. */
export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});
