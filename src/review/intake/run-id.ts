/** Id of one run: of one delivery and one pull request, so that a redelivery finds the same check. */
export function runIdOf(deliveryId: string, pullRequest: number): string {
  return `pr${pullRequest}-${deliveryId}`;
}

/** The pull request a run id was made for; null when it is not one of ours. */
export function pullRequestOfRun(runId: string): number | null {
  const match = /^pr(\d{1,10})-/.exec(runId);
  return match?.[1] === undefined ? null : Number(match[1]);
}
