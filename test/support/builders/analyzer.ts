import type { AnalyzerId } from '../../../src/review/model/analysis.js';
import type { Analyzer, AnalyzerFinding, AnalyzerResult, HeadFile } from '../../../src/review/ports/index.js';

/** A rule that matched the first added line of the default file. */
export function anAnalyzerFinding(overrides: Partial<AnalyzerFinding> = {}): AnalyzerFinding {
  return {
    ruleId: 'no-debugger',
    severity: 'medium',
    category: 'correctness',
    path: 'src/a.ts',
    startLine: 1,
    endLine: 1,
    title: 'A debugger statement is left in the code',
    body: 'Take it out.',
    ...overrides,
  };
}

/** An analyzer that covers these endings and says the same of whatever it is given. `given` is what it was asked to look at. */
export function anAnalyzer(
  says: Partial<AnalyzerResult> = {},
  { id = 'oxlint', endings = ['.ts'] }: { readonly id?: AnalyzerId; readonly endings?: readonly string[] } = {},
): Analyzer & { readonly given: HeadFile[] } {
  const given: HeadFile[] = [];
  return {
    id,
    given,
    covers: (path) => endings.some((ending) => path.endsWith(ending)),
    async analyze(files) {
      given.push(...files);
      const checkedPaths = files.map(({ path }) => path);
      return {
        analyzerId: id,
        version: '1.2.3',
        findings: [],
        checkedPaths,
        uncheckedPaths: [],
        failure: null,
        secrets: [],
        ...says,
      };
    },
  };
}
