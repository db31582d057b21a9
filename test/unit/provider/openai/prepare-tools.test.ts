import { describe, expect, it } from '@jest/globals';
import { isStrictSchema, prepareTools } from '../../../../src/provider/openai/prepare-tools.js';
import { answerTool } from '../../../support/builders/model-request.js';

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

describe('isStrictSchema', () => {
  it.each([
    [true, 'a closed object', object({ a: { type: 'string' } })],
    [true, 'null as a choice', object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } })],
    [true, 'closed objects in a list', object({ a: { type: 'array', items: object({ b: { type: 'integer' } }) } })],
    [false, 'an open object', object({ a: { type: 'string' } }, { additionalProperties: true })],
    [false, 'an optional property', object({ a: { type: 'string' } }, { required: [] })],
    [false, 'an open object in a list', object({ a: { type: 'array', items: { type: 'object', properties: {} } } })],
    [false, 'an optional property in a choice', object({ a: { anyOf: [object({ b: {} }, { required: [] })] } })],
    [false, 'a word strict mode does not know', object({ a: { type: 'string', minLength: 1 } })],
    [false, 'a choice at the root', object({}, { anyOf: [] })],
    [false, 'a list at the root', { type: 'array', items: { type: 'string' } }],
  ])('answers %p for %s', (expected, _case, schema) => {
    expect(isStrictSchema(schema)).toBe(expected);
  });
});

describe('prepareTools', () => {
  it('leaves out the dialect, and strict where the endpoint does not take it', () => {
    const tool = {
      ...answerTool,
      parameters: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...answerTool.parameters },
    };
    expect(prepareTools([tool], false)).toEqual([
      {
        type: 'function',
        function: { name: 'submit_review', description: 'Submit the review.', parameters: answerTool.parameters },
      },
    ]);
  });
});
