import type { Severity } from '../../../review/index.js';
import type { ToolFinding, Weight } from '../check.js';

const PREFIX = /^@secretlint\/secretlint-rule-/;
const ORDINARY: Weight = { severity: 'high', category: 'security' };

/** What the secret is, for the rules whose name does not say it well; others are named after their service. */
const NAMES: Readonly<Record<string, string>> = {
  privatekey: 'Private key',
  gcp: 'Private key of a GCP service account',
  basicauth: 'Password in a URL',
  'database-connection-string': 'Password in a database connection string',
  aws: 'AWS secret access key',
  github: 'GitHub token',
  gitlab: 'GitLab token',
  npm: 'Token of a package registry',
  openai: 'OpenAI API key',
  anthropic: 'Anthropic API key',
  slack: 'Slack token or webhook',
  sendgrid: 'SendGrid API key',
  shopify: 'Shopify API key',
  '1password': '1Password service account token',
  'hashicorp-vault': 'HashiCorp Vault token',
};

/** Where a secret is worse than others, or the pattern is less sure of itself. */
const WEIGHTS: Readonly<Record<string, Weight>> = {
  privatekey: { severity: 'critical', category: 'security' },
  gcp: { severity: 'critical', category: 'security' },
  basicauth: { severity: 'medium', category: 'security' },
  'database-connection-string': { severity: 'medium', category: 'security' },
};

/** Keys and passwords are often made for a test; a token of a real service is told in earnest wherever it stands. */
const IN_TESTS: Readonly<Record<string, Severity>> = {
  privatekey: 'low',
  basicauth: 'info',
  'database-connection-string': 'info',
};

/** Words of ours alone. `messageId` tells apart the kinds of one rule. */
export function toToolWords(toolRule: string, messageId: string, isTest: boolean): Omit<ToolFinding, 'places'> {
  const rule = toolRule.replace(PREFIX, '');
  const weight = WEIGHTS[rule] ?? ORDINARY;
  const severity = (isTest ? IN_TESTS[rule] : undefined) ?? weight.severity;
  const name = NAMES[rule] ?? `Token of ${rule}`;
  return {
    ruleId: `${rule}/${messageId}`,
    severity,
    category: weight.category,
    title: `${name} in the source`,
    body: 'Whoever can read the repository can use it, also after the line is deleted. Revoke it, make a new one, and read it from the environment or a secret store.',
  };
}
