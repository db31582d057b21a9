import { describe, expect, it } from '@jest/globals';
import { MAX_INSTRUCTION_BYTES, MAX_INSTRUCTION_FILE_BYTES } from '../../../../src/review/limits.js';
import { chooseInstructions, instructionCandidates } from '../../../../src/review/rubric/index.js';

describe('instructionCandidates', () => {
  it('names the three files of every folder above a changed file, the root first', () => {
    expect(instructionCandidates(['pkg/api/a.ts'])).toEqual([
      '.github/copilot-instructions.md',
      ...['', 'pkg/', 'pkg/api/'].flatMap((folder) => [
        `${folder}AGENTS.override.md`,
        `${folder}AGENTS.md`,
        `${folder}CLAUDE.md`,
      ]),
    ]);
  });

  it('names a folder once however many files change in it', () => {
    const candidates = instructionCandidates(['pkg/a.ts', 'pkg/b.ts', 'pkg/c/d.ts']);
    expect(new Set(candidates).size).toBe(candidates.length);
  });
});

describe('chooseInstructions', () => {
  const choose = (files: Record<string, string>, changed = ['pkg/a.ts']) =>
    chooseInstructions(new Map(Object.entries(files)), changed);
  const pathsOf = (files: Record<string, string>, changed?: string[]) =>
    choose(files, changed).entries.map(({ path }) => path);

  it.each([
    [['AGENTS.override.md', 'AGENTS.md', 'CLAUDE.md'], 'AGENTS.override.md'],
    [['AGENTS.md', 'CLAUDE.md'], 'AGENTS.md'],
    [['CLAUDE.md'], 'CLAUDE.md'],
  ])('takes of %j in one folder %s alone', (present, taken) => {
    expect(pathsOf(Object.fromEntries(present.map((path) => [path, 'a rule'])))).toEqual([taken]);
  });

  it('shows the nearest folder last, so that it has the last word', () => {
    const files = { 'pkg/AGENTS.md': 'near', 'AGENTS.md': 'far', '.github/copilot-instructions.md': 'general' };
    expect(pathsOf(files)).toEqual(['.github/copilot-instructions.md', 'AGENTS.md', 'pkg/AGENTS.md']);
  });

  it('leaves out instructions of folders in which nothing changed', () => {
    expect(pathsOf({ 'other/AGENTS.md': 'a rule', 'pkg/AGENTS.md': 'a rule' })).toEqual(['pkg/AGENTS.md']);
  });

  it('leaves out a blank file', () => {
    expect(choose({ 'AGENTS.md': ' \n' })).toEqual({ entries: [], isCut: false });
  });

  it('cuts a long file between lines and says so', () => {
    const text = 'one rule of many, with a word more\n'.repeat(1_000);
    const { entries, isCut } = choose({ 'AGENTS.md': text });
    expect(isCut).toBe(true);
    expect(entries[0]?.isCut).toBe(true);
    expect(Buffer.byteLength(entries[0]?.text ?? '')).toBeLessThanOrEqual(MAX_INSTRUCTION_FILE_BYTES);
    expect(entries[0]?.text.endsWith('with a word more')).toBe(true);
  });

  it('never cuts through a character', () => {
    const { entries } = choose({ 'AGENTS.md': `${'ä'.repeat(20)}\n`.repeat(1_000) });
    expect(entries[0]?.text).not.toContain('\ufffd');
  });

  it('shows a file of exactly the limit whole', () => {
    const text = `${'x'.repeat(MAX_INSTRUCTION_FILE_BYTES - 1)}\n`;
    expect(choose({ 'AGENTS.md': text })).toEqual({
      entries: [{ path: 'AGENTS.md', text, isCut: false }],
      isCut: false,
    });
  });

  it('gives room to the nearest files first when all together are too long', () => {
    const folders = ['', 'a/', 'a/b/', 'a/b/c/', 'a/b/c/d/'];
    const text = `${'x'.repeat(80)}\n`.repeat(101).slice(0, MAX_INSTRUCTION_FILE_BYTES - 1);
    const files = Object.fromEntries(folders.map((folder) => [`${folder}AGENTS.md`, text]));
    const { entries, isCut } = choose(files, ['a/b/c/d/e.ts']);
    const bytes = entries.reduce((sum, entry) => sum + Buffer.byteLength(entry.text), 0);
    expect(bytes).toBeLessThanOrEqual(MAX_INSTRUCTION_BYTES);
    expect(entries.at(-1)).toMatchObject({ path: 'a/b/c/d/AGENTS.md', isCut: false });
    expect(isCut).toBe(true);
  });
});
