import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { codeBlock, codeSpan } from '../../../../src/report/render/code-markdown.js';
import { escapeBlock, escapeInline } from '../../../../src/report/render/escape-markdown.js';
import { hostileText } from '../../../support/builders/hostile-text.js';

const ALLOWED = new Set(['root', 'paragraph', 'text', 'inlineCode', 'code', 'break']);

type Node = { readonly type: string; readonly value?: string; readonly children?: readonly Node[] };

function nodesOf(node: Node): Node[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)];
}

function nodesIn(markdown: string): Node[] {
  return nodesOf(fromMarkdown(markdown) as Node);
}

function readerSees(markdown: string): string {
  return nodesIn(markdown)
    .map(({ value = '' }) => value)
    .join('');
}

const properties = { numRuns: 400 };

describe('escapeBlock', () => {
  it('leaves nothing but paragraphs, line breaks and code, whatever is written', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const kinds = nodesIn(escapeBlock(text)).map(({ type }) => type);
        expect(kinds.filter((kind) => !ALLOWED.has(kind))).toEqual([]);
      }),
      properties,
    );
  });

  it('leaves no mention, reference or address outside code', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const prose = nodesIn(escapeBlock(text)).flatMap((node) => (node.type === 'text' ? [node.value ?? ''] : []));
        expect(prose.filter((words) => /@|#\d|:\/\/|www\.|\bGH-\d/i.test(words))).toEqual([]);
      }),
      properties,
    );
  });

  it('Q21: lets no hidden marker and no invisible character through, not even in code', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = escapeBlock(text);
        expect(shown).not.toContain('<!--');
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u{e0000}-\u{e007f}\ufeff]/u);
        expect(shown).not.toMatch(/(?![\n\t])\p{Cc}/u);
      }),
      properties,
    );
  });

  it('does not grow out of proportion on thousands of stray backticks', () => {
    const text = '`'.repeat(3_000) + ' ` `` '.repeat(3_000);
    expect(escapeBlock(text).length).toBeLessThan(text.length * 8);
  });

  it('keeps paragraphs, line breaks and fenced code', () => {
    expect(escapeBlock('One\ntwo\n\n```ts\nconst a = `b`;\n```\nthree')).toBe(
      'One  \ntwo\n\n```ts\nconst a = `b`;\n```\n\nthree',
    );
  });

  it.each(['math', 'mermaid', 'suggestion', 'a b"c'])('does not let a fence become active as %s', (language) => {
    expect(escapeBlock(`\`\`\`${language}\nx\n\`\`\``)).toBe(language === 'a b"c' ? '```a\nx\n```' : '```\nx\n```');
  });

  it('closes a fence that its author left open', () => {
    expect(escapeBlock('```\n</details>')).toBe('```\n</details>\n```');
  });

  it.each([
    ['a heading', '# Big', 'Big'],
    ['a list', '- item', 'item'],
    ['a numbered list', '1. item', 'item'],
    ['a rule', '---', '---'],
    ['a table', '| a |\n|---|', 'a'],
    ['a quote', '> said', 'said'],
  ])('shows %s as the text it is', (_name, text, words) => {
    const shown = escapeBlock(text);
    expect(nodesIn(shown).every(({ type }) => ALLOWED.has(type))).toBe(true);
    expect(readerSees(shown)).toContain(words);
  });
});

describe('escapeInline', () => {
  it('keeps identifiers in backticks readable as code', () => {
    expect(escapeInline('`charge()` calls `retry<T>` twice')).toBe('`charge()` calls `retry<T>` twice');
  });

  it.each([
    ['thanks @octocat.', 'thanks `@octocat`.'],
    ['see #12, octo/shop#7 and GH-9', 'see `#12`, `octo/shop#7` and `GH-9`'],
    ['(https://evil.example/x)', '(`https://evil.example/x`)'],
    ['mail a@b.example!', 'mail `a@b.example`!'],
  ])('shows what would be live as code: %s', (text, shown) => {
    expect(escapeInline(text)).toBe(shown);
  });

  it('makes one line of several', () => {
    expect(escapeInline('one\n\n# two')).toBe('one # two');
  });

  it.each([
    ['\u202e', '\\\\u{202e}'],
    ['\u200b', '\\\\u{200b}'],
    ['\u{e0041}', '\\\\u{e0041}'],
    ['\u001b[31m', '\\\\u{1b}\\[31m'],
  ])('replaces an invisible character by a visible escape (%j)', (text, shown) => {
    expect(escapeInline(`a${text}b`)).toBe(`a${shown}b`);
  });

  it('keeps letters of every script, emoji and combining marks', () => {
    expect(escapeInline('naïve 数据 ⚠️ é')).toBe('naïve 数据 ⚠️ é');
  });

  it('R07: masks only what has the shape of a secret and keeps the words around it', () => {
    expect(escapeInline('The GitHub API token ghp_abcdefghijklmnopqrstuvwxyz0123 is logged')).toBe(
      'The GitHub API token \\[masked\\] is logged',
    );
  });

  it('masks a secret the caller knows', () => {
    expect(escapeInline('key is hunter2hunter2', ['hunter2hunter2'])).toBe('key is \\[masked\\]');
  });
});

describe('codeBlock', () => {
  it('W06: has a fence longer than any run of backticks inside', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const [block, ...rest] = fromMarkdown(codeBlock(text.replace(/[\0\r]|\p{Cs}/gu, ''))).children;
        expect(rest).toEqual([]);
        expect(block?.type).toBe('code');
      }),
      properties,
    );
  });
});

describe('codeSpan', () => {
  it.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`a', '`` `a ``'],
    ['  ', ''],
  ])('wraps %j so that it cannot be left', (text, span) => {
    expect(codeSpan(text)).toBe(span);
  });
});
