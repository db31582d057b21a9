/** One measured number. Its name says what was measured of what, its unit what the value counts. */
export type Measure = {
  /** `core/3000 files/planning`: part, case, quantity. */
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'MB' | 'bytes' | 'tokens' | 'requests' | 'ratio' | 'percent' | 'count';
};

export type Document = {
  readonly schemaVersion: 1;
  readonly machine: { readonly node: string; readonly cores: number };
  readonly measures: readonly Measure[];
};

/** Measures of one case, named after it. Quantities that were not measured are left out. */
export function measuresOf(
  subject: string,
  quantities: Readonly<Record<string, readonly [value: number | null, unit: Measure['unit']]>>,
): readonly Measure[] {
  return Object.entries(quantities).flatMap(([quantity, [value, unit]]) =>
    value === null ? [] : [{ name: `${subject}/${quantity}`, value: round(value), unit }],
  );
}

/** Three significant digits behind what is certain: more would pretend a precision no machine has. */
function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
