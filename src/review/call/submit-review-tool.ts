import { CATEGORIES, CLAIM_KINDS, SEVERITIES } from '../model/finding.js';
import type { ToolSpec } from '../ports/index.js';

export const SUBMIT_REVIEW = 'submit_review';

const TEXT = { type: 'string' };
const TEXT_OR_NULL = { type: ['string', 'null'] };
const LINE_OR_NULL = { type: ['integer', 'null'] };
const SHARE = { type: 'number', minimum: 0, maximum: 1 };
const TEXTS = { type: 'array', items: TEXT };

/** An object of which nothing may be missing and to which nothing may be added. */
function strictObject(properties: Record<string, unknown>) {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
}

const CLAIM = strictObject({ kind: { type: 'string', enum: CLAIM_KINDS }, subject: TEXT, path: TEXT_OR_NULL });

const RULE_OR_NULL = {
  anyOf: [strictObject({ file: TEXT, line: { type: 'integer' } }), { type: 'null' }],
};

const FINDING = strictObject({
  severity: { type: 'string', enum: SEVERITIES },
  confidence: SHARE,
  category: { type: 'string', enum: CATEGORIES },
  path: TEXT,
  start_line: LINE_OR_NULL,
  end_line: LINE_OR_NULL,
  title: TEXT,
  body: TEXT,
  evidence: TEXT,
  trigger: TEXT_OR_NULL,
  suggestion: TEXT_OR_NULL,
  rule: RULE_OR_NULL,
  claims: { type: 'array', items: CLAIM },
});

/** The tool that carries the answer. Every field is required; null where nothing applies. */
export const SUBMIT_REVIEW_TOOL: ToolSpec = {
  name: SUBMIT_REVIEW,
  description: 'Hand in the whole review, once, when you have looked at everything you were shown.',
  parameters: strictObject({
    summary: TEXT,
    assessed: { type: 'boolean', enum: [true] },
    findings: { type: 'array', items: FINDING },
    remediation: TEXTS,
    notes: TEXTS,
    residual_risk: TEXTS,
    verdict: { type: 'string', enum: ['correct', 'incorrect', 'undetermined'] },
    verdict_confidence: SHARE,
  }),
};
