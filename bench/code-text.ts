/** The same numbers for the same seed, on every machine. */
export type Dice = (sides: number) => number;

/** Mulberry32: small, and even enough for text. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const NOUNS =
  'account address amount batch bucket cache charge client config counter cursor customer deadline delivery draft entry event field filter folder frame gateway handle header index invoice item ledger limit listing lock message metric node offset order owner page parcel payload plan policy price profile queue quota rate receipt record region report request reserve result route rule sample schedule session shipment signal snapshot source stock stream table target tenant ticket token total transfer user value vendor window worker'.split(
    ' ',
  );
const VERBS =
  'accept apply build cancel check claim close collect compare confirm count decide deliver drop find flush gather join keep list load match merge move open parse pick place prepare read release render reserve resolve retry send settle split store update verify write'.split(
    ' ',
  );

export function pick<Value>(dice: Dice, values: readonly Value[]): Value {
  return values[dice(values.length)] as Value;
}

export const noun = (dice: Dice) => pick(dice, NOUNS);
export const verb = (dice: Dice) => pick(dice, VERBS);
const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export type Language = {
  readonly extension: string;
  /** One function or method, as people write it: 9 to 12 lines. */
  readonly block: (dice: Dice) => readonly string[];
};

function typescript(dice: Dice): readonly string[] {
  const [a, b, c] = [noun(dice), noun(dice), noun(dice)];
  return [
    `/** ${upper(verb(dice))} every ${a} whose ${b} is below the ${c}. */`,
    `export async function ${verb(dice)}${upper(a)}(${b}s: readonly ${upper(b)}[], ${c}: number): Promise<${upper(a)}> {`,
    `  const ${verb(dice)}ed = new Map<string, ${upper(b)}>();`,
    `  for (const ${b} of ${b}s) {`,
    `    if (${b}.${c} >= ${dice(900)}) continue;`,
    `    const known = ${verb(dice)}ed.get(${b}.id) ?? (await ${verb(dice)}${upper(c)}(${b}.id));`,
    `    known.${noun(dice)} = Math.max(known.${noun(dice)}, ${c} * ${dice(60) + 1});`,
    '  }',
    `  return { ${a}: [...${verb(dice)}ed.values()], isComplete: ${c} > 0 };`,
    '}',
    '',
  ];
}

function python(dice: Dice): readonly string[] {
  const [a, b, c] = [noun(dice), noun(dice), noun(dice)];
  return [
    `def ${verb(dice)}_${a}(${b}s, ${c}=None):`,
    `    """${upper(verb(dice))} the ${a} of each ${b}; without a ${c} all of them."""`,
    `    ${verb(dice)}ed = {}`,
    `    for ${b} in ${b}s:`,
    `        if ${c} is not None and ${b}.${c} < ${dice(900)}:`,
    `            logger.debug("left out %s of %s", ${b}.id, ${c})`,
    '            continue',
    `        ${verb(dice)}ed[${b}.id] = ${verb(dice)}_${c}(${b}, retries=${dice(9)})`,
    `    return sorted(${verb(dice)}ed.values(), key=lambda ${a}: ${a}.${noun(dice)})`,
    '',
  ];
}

function go(dice: Dice): readonly string[] {
  const [a, b, c] = [noun(dice), noun(dice), noun(dice)];
  return [
    `// ${upper(verb(dice))}${upper(a)} answers the ${b} of one ${c}, or an error when there is none.`,
    `func (s *Store) ${upper(verb(dice))}${upper(a)}(ctx context.Context, ${c} string) (*${upper(b)}, error) {`,
    `\trow, err := s.db.QueryContext(ctx, "select ${b}, ${a} from ${c}s where id = $1 limit ${dice(90) + 1}", ${c})`,
    '\tif err != nil {',
    `\t\treturn nil, fmt.Errorf("${verb(dice)} ${a} of %q: %w", ${c}, err)`,
    '\t}',
    '\tdefer row.Close()',
    `\t${b} := &${upper(b)}{${upper(c)}: ${c}, ${upper(noun(dice))}: ${dice(4_000)}}`,
    `\treturn ${b}, row.Scan(&${b}.${upper(a)})`,
    '}',
    '',
  ];
}

function rust(dice: Dice): readonly string[] {
  const [a, b, c] = [noun(dice), noun(dice), noun(dice)];
  return [
    `/// ${upper(verb(dice))} the ${a} while the ${b} holds.`,
    `pub fn ${verb(dice)}_${a}(&mut self, ${b}: &${upper(b)}, ${c}: u64) -> Result<Vec<${upper(a)}>, Error> {`,
    `    let mut kept = Vec::with_capacity(${dice(512)});`,
    `    for entry in self.${a}s.iter().filter(|entry| entry.${c} > ${c}) {`,
    `        match ${b}.${verb(dice)}(entry.id) {`,
    `            Some(found) if found.${noun(dice)}() < ${dice(800)} => kept.push(found.clone()),`,
    `            _ => self.${noun(dice)}.record(entry.id),`,
    '        }',
    '    }',
    '    Ok(kept)',
    '}',
    '',
  ];
}

function java(dice: Dice): readonly string[] {
  const [a, b, c] = [noun(dice), noun(dice), noun(dice)];
  return [
    `    /** ${upper(verb(dice))}s the ${a}; null never comes back. */`,
    `    public Optional<${upper(a)}> ${verb(dice)}${upper(a)}(final ${upper(b)} ${b}, final long ${c}) {`,
    `        if (${b}.get${upper(c)}() < ${dice(700)}L) {`,
    `            log.warn("{} has no {} left", ${b}.getId(), "${c}");`,
    '            return Optional.empty();',
    '        }',
    `        final ${upper(a)} ${a} = repository.${verb(dice)}By${upper(c)}(${b}.getId(), ${c});`,
    `        ${a}.set${upper(noun(dice))}(Math.addExact(${c}, ${dice(90)}L));`,
    `        return Optional.of(${a});`,
    '    }',
    '',
  ];
}

export const LANGUAGES: readonly Language[] = [
  { extension: 'ts', block: typescript },
  { extension: 'py', block: python },
  { extension: 'go', block: go },
  { extension: 'rs', block: rust },
  { extension: 'java', block: java },
];
