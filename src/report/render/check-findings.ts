import type { Finding } from '../../review/index.js';
import { counted } from '../../review/index.js';
import { clipMarkdown } from './clip-bytes.js';
import { codeBlock, codeSpan } from './code-markdown.js';
import { dialWords } from './dial-words.js';
import { escapeBlock, escapeInline } from './escape-markdown.js';
import type { Block } from './fill-blocks.js';
import { type FindingGroup, groupFindings, placeOf } from './finding-order.js';
import { cleanLine, cleanText } from './visible-text.js';
import { withheldReason } from './withheld-words.js';

/** About the longest texts a reviewer may give (4,000 characters, some of them wide); anything longer is told to be cut. */
const MAX_FINDING_BYTES = 11_000;

/** How findings are told. */
export type FindingLook = {
  readonly secrets: readonly string[];
  /** Bound of one finding; what is longer is cut and says so. 11,000 when it is not given. */
  readonly maxBytes?: number;
  /** Show the code a finding is about, where no line of a page stands beside it. */
  readonly hasQuotes?: boolean;
  /** Show category, confidence and verification. */
  readonly hasDials?: boolean;
};

const VERIFICATIONS: Readonly<Record<Finding['verification']['state'], string>> = {
  unverified: '',
  confirmed: 'Confirmed by an additional check.',
  refuted: 'An additional check disagrees.',
  inconclusive: 'An additional check could not decide.',
};

function suggestionMarkdown(suggestion: string, secrets: readonly string[]): string {
  const text = cleanText(suggestion, secrets).replace(/^\n+|\s+$/g, '');
  if (!text.includes('\n')) return `*Instead:* ${escapeInline(text, secrets)}`;
  const hasFence = /^\s{0,3}(`{3,}|~{3,})/m.test(text);
  return `*Instead:*\n\n${hasFence ? escapeBlock(text, secrets) : codeBlock(text)}`;
}

function verificationMarkdown({ verification }: Finding, secrets: readonly string[]): string {
  const note = escapeInline(verification.note ?? '', secrets);
  return [VERIFICATIONS[verification.state], note].filter((part) => part !== '').join(' ');
}

/** Id, title and place on one line: `**F4 · Title** · `src/a.ts:88` (+1 place)`. */
function findingHeadline(finding: Finding, secrets: readonly string[]): string {
  const more = finding.additionalLocations.length;
  const marks = [
    `**${escapeInline(`${finding.id} · ${finding.title}`, secrets)}**`,
    codeSpan(cleanLine(placeOf(finding), secrets)) + (more === 0 ? '' : ` (+${counted(more, 'place')})`),
    finding.rawSeverity === finding.severity ? '' : `reported as ${finding.rawSeverity}`,
  ];
  return marks.filter((mark) => mark !== '').join(' · ');
}

function deletedCodeMarkdown(finding: Finding, secrets: readonly string[]): string {
  if (finding.location?.isNearDeletedCode !== true) return '';
  const quote = cleanText(finding.evidence, secrets);
  return `About deleted code; the line named is the nearest that still exists:\n\n${codeBlock(quote)}`;
}

function ruleMarkdown({ rule }: Finding, secrets: readonly string[]): string {
  return rule?.isVerified === true ? `*Rule:* ${codeSpan(cleanLine(`${rule.file}:${rule.line}`, secrets))}` : '';
}

function quoteMarkdown({ evidence, location }: Finding, { hasQuotes, secrets }: FindingLook): string {
  if (hasQuotes !== true || location?.isNearDeletedCode === true) return '';
  const quote = cleanText(evidence, secrets).replace(/^\n+|\s+$/g, '');
  return quote === '' ? '' : codeBlock(quote);
}

function withheldMarkdown(finding: Finding): string {
  const reason = withheldReason(finding);
  return reason === '' ? '' : `*Withheld:* ${reason}`;
}

/** One finding in full. A field that says nothing is left out; the headline is always there. */
function findingMarkdown(finding: Finding, look: FindingLook): string {
  const { trigger, suggestion } = finding;
  const { secrets, maxBytes = MAX_FINDING_BYTES } = look;
  const hasSuggestion = suggestion !== null && suggestion.trim() !== '';
  const parts = [
    findingHeadline(finding, secrets),
    quoteMarkdown(finding, look),
    escapeBlock(finding.body, secrets),
    trigger === null || trigger.trim() === '' ? '' : `*When:* ${escapeInline(trigger, secrets)}`,
    hasSuggestion ? suggestionMarkdown(suggestion, secrets) : '',
    deletedCodeMarkdown(finding, secrets),
    ruleMarkdown(finding, secrets),
    verificationMarkdown(finding, secrets),
    withheldMarkdown(finding),
    look.hasDials === true ? dialWords(finding) : '',
  ];
  const text = parts.filter((part) => part !== '').join('\n\n');
  return clipMarkdown(text, maxBytes, `*The rest of ${finding.id} is left out: it is too long.*`);
}

/** Another place of the same defect needs no second telling of the same words. */
function siblingMarkdown(first: Finding, finding: Finding, look: FindingLook): string {
  const isSame = first.body === finding.body && first.suggestion === finding.suggestion;
  if (!isSame) return findingMarkdown(finding, look);
  const headline = `${findingHeadline(finding, look.secrets)} · same cause as ${first.id}`;
  return [headline, quoteMarkdown(finding, look)].filter((part) => part !== '').join('\n\n');
}

function groupBlocks({ severity, findings }: FindingGroup, look: FindingLook): Block[] {
  const heading = `### ${severity.charAt(0).toUpperCase()}${severity.slice(1)}`;
  const [first] = findings;
  return findings.map((finding) => ({
    heading,
    markdown: finding === first ? findingMarkdown(first, look) : siblingMarkdown(first, finding, look),
  }));
}

/** One block a finding, worst first, those of one root cause together. */
export function findingBlocks(findings: readonly Finding[], look: FindingLook): readonly Block[] {
  return groupFindings(findings).flatMap((group) => groupBlocks(group, look));
}
