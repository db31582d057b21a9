import type { StructureRule } from './rules.js';
import { argumentOf, isText } from './syntax.js';

/** Switches that somebody turned for a moment and forgot. */
export const FLAG_RULES: readonly StructureRule[] = [
  {
    ruleId: 'tls-verification-off',
    severity: 'high',
    category: 'security',
    title: 'Certificates are not verified',
    body: 'Without verification anybody on the way can read and change the traffic. Leave it on, and add the certificate of your own authority (`ca`, `NODE_EXTRA_CA_CERTS`) where one is missing.',
    candidates: {
      any: [
        {
          kind: 'pair',
          all: [
            { has: { field: 'key', regex: '^[\'"]?(?:rejectUnauthorized|strictSSL)[\'"]?$' } },
            { has: { field: 'value', kind: 'false' } },
          ],
        },
        {
          kind: 'assignment_expression',
          all: [
            { has: { field: 'left', regex: '\\.(?:rejectUnauthorized|strictSSL)$' } },
            { has: { field: 'right', kind: 'false' } },
          ],
        },
        {
          kind: 'assignment_expression',
          all: [
            { has: { field: 'left', regex: '\\bNODE_TLS_REJECT_UNAUTHORIZED\\b' } },
            { has: { field: 'right', regex: '^[\'"`]?0[\'"`]?$' } },
          ],
        },
      ],
    },
    isDefect: () => true,
  },
  {
    ruleId: 'focused-test',
    severity: 'medium',
    category: 'tests',
    title: 'Only this test runs',
    body: 'A focused test leaves out all the others of its file, and the run is green all the same. Remove `.only`.',
    candidates: {
      kind: 'call_expression',
      has: {
        field: 'function',
        regex:
          '^(?:(?:it|test|describe|context|suite|specify)(?:\\.concurrent)?\\.only(?:\\.each\\b[\\s\\S]*)?|fit|fdescribe)$',
      },
    },
    isDefect: (call) => isText(argumentOf(call, 0)),
  },
];
