import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { GET_FILE_DIFF_TOOL, getFileDiff } from '../../../../src/review/call/get-file-diff-tool.js';
import { createPageDesk } from '../../../../src/review/call/page-desk.js';
import { aPreparedTarget } from '../../../support/builders/call.js';

const desk = () => createPageDesk(aPreparedTarget([{ path: 'a.ts', pages: ['one', 'two'] }]), 1_000);

describe('get_file_diff', () => {
  it.each(['{"path":"a.ts","cursor":null}', '{"path":"a.ts","cursor":""}', '{"path":"a.ts"}'])(
    'gives the first page for %s',
    (given) => {
      expect(getFileDiff(desk(), given)).toMatchObject({ kind: 'page', page: { text: 'one' } });
    },
  );

  it.each(['', '{', '[]', '{"path":""}', '{"path":7}', '{"path":"a.ts","cursor":1}'])('refuses %j as data', (given) => {
    expect(getFileDiff(desk(), given)).toMatchObject({ kind: 'error', code: 'arguments_invalid' });
  });

  it('tells models the form it takes', () => {
    const accepts = new Ajv({ strict: true, allowUnionTypes: true }).compile(GET_FILE_DIFF_TOOL.parameters);
    expect(
      [
        { path: 'a', cursor: null },
        { path: 'a', cursor: '1.x' },
      ].map((given) => accepts(given)),
    ).toEqual([true, true]);
    const refused = [{ path: 'a' }, { cursor: null }, { path: 1, cursor: null }, { path: 'a', cursor: 1 }];
    const more = { path: 'a', cursor: null, more: 1 };
    expect([...refused, more].map((given) => accepts(given))).toEqual([false, false, false, false, false]);
  });
});
