import { z } from 'zod';

/** What we read of GitHub's deliveries: as little as possible, so that a new field or a missing one never breaks us. */

const account = z.object({ login: z.string(), type: z.string().nullish() }).nullish();

const delivered = {
  installation: z.object({ id: z.number() }),
  repository: z.object({ id: z.number(), name: z.string(), owner: z.object({ login: z.string() }) }),
  sender: account,
};

export const pullRequestPayload = z.object({
  ...delivered,
  pull_request: z.object({ number: z.number(), head: z.object({ sha: z.string() }) }),
  changes: z.object({ base: z.unknown().optional() }).nullish(),
});

export const issueCommentPayload = z.object({
  ...delivered,
  issue: z.object({ number: z.number(), pull_request: z.unknown().optional() }),
  comment: z.object({ id: z.number(), body: z.string().nullish(), user: account }),
});

export const checkRunPayload = z.object({
  ...delivered,
  requested_action: z.object({ identifier: z.string() }).nullish(),
  check_run: z.object({
    head_sha: z.string(),
    external_id: z.string().nullish(),
    // Those of forks, into their own repositories, are listed too.
    pull_requests: z
      .array(z.object({ number: z.number(), base: z.object({ repo: z.object({ id: z.number() }) }).nullish() }))
      .nullish(),
  }),
});

export const checkSuitePayload = z.object({ ...delivered, check_suite: z.object({ head_sha: z.string() }) });

export const mergeGroupPayload = z.object({
  ...delivered,
  merge_group: z.object({ head_sha: z.string(), head_ref: z.string(), base_ref: z.string() }),
});

export const installationPayload = z.object({ installation: z.object({ id: z.number() }) });

export const removedRepositoriesPayload = z.object({
  installation: z.object({ id: z.number() }),
  repositories_removed: z.array(z.object({ id: z.number() })),
});

export const repositoryPayload = z.object(delivered);

export type Delivered = z.infer<z.ZodObject<typeof delivered>>;
export type Account = z.infer<typeof account>;
