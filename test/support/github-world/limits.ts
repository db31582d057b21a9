/** GitHub's own numbers. A test may lower them on `world.limits`. */
export type WorldLimits = {
  /** A listing of a pull request's files ends here. */
  pullFiles: number;
  compareFiles: number;
  /** No `patch` for a single file beyond these. */
  filePatchBytes: number;
  filePatchLines: number;
  /** No `patch` from the file on with which the sum passes these. */
  totalPatchBytes: number;
  totalPatchLines: number;
  /** Contents beyond this have no base64 in the JSON answer (raw still works). */
  inlineContentBytes: number;
  maxContentBytes: number;
  /** GraphQL cuts the text of a blob here. */
  graphqlTextBytes: number;
  treeEntries: number;
  concurrentRequests: number;
  contentWritesPerMinute: number;
  contentWritesPerHour: number;
  requestsPerHour: number;
};

export const GITHUB_LIMITS: WorldLimits = {
  pullFiles: 3_000,
  compareFiles: 300,
  filePatchBytes: 500_000,
  filePatchLines: 20_000,
  totalPatchBytes: 1_000_000,
  totalPatchLines: 20_000,
  inlineContentBytes: 1_048_576,
  maxContentBytes: 104_857_600,
  graphqlTextBytes: 512_000,
  treeEntries: 100_000,
  concurrentRequests: 100,
  contentWritesPerMinute: 80,
  contentWritesPerHour: 500,
  requestsPerHour: 5_000,
};
