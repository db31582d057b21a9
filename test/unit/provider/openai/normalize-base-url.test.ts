import { describe, expect, it } from '@jest/globals';
import { describeEndpoint, normalizeBaseUrl } from '../../../../src/provider/openai/index.js';
import { PlumblineError } from '../../../../src/review/index.js';

const normalize = (written: string | null, apiVersion: string | null = null) =>
  normalizeBaseUrl(written, { model: 'gpt-x', apiVersion });

describe('normalizeBaseUrl', () => {
  it.each([
    [null, 'https://api.openai.com/v1'],
    ['  ', 'https://api.openai.com/v1'],
    ['https://api.openai.com', 'https://api.openai.com/v1'],
    ['https://api.openai.com/', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/chat/completions/', 'https://api.openai.com/v1'],
    ['https://api.openai.com/chat/completions', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/responses', 'https://api.openai.com/v1'],
    ['http://localhost:11434', 'http://localhost:11434/v1'],
    ['localhost:11434', 'http://localhost:11434/v1'],
    ['http://localhost:11434/api/chat', 'http://localhost:11434/v1'],
    ['http://localhost:11434/api', 'http://localhost:11434/v1'],
    ['http://127.0.0.1:8000//v1//', 'http://127.0.0.1:8000/v1'],
    ['192.168.1.4:1234/v1', 'http://192.168.1.4:1234/v1'],
    ['models.example.com', 'https://models.example.com/v1'],
    ['https://openrouter.ai', 'https://openrouter.ai/api/v1'],
    ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
    ['https://openrouter.ai/api/v1/chat/completions', 'https://openrouter.ai/api/v1'],
    ['https://api.groq.com', 'https://api.groq.com/openai/v1'],
    ['https://api.perplexity.ai/chat/completions', 'https://api.perplexity.ai'],
    ['https://models.github.ai/inference', 'https://models.github.ai/inference'],
    [
      'https://generativelanguage.googleapis.com/v1beta/openai/',
      'https://generativelanguage.googleapis.com/v1beta/openai',
    ],
    ['https://gateway.example.com/llm', 'https://gateway.example.com/llm/v1'],
    ['https://gateway.example.com/llm/chat/completions', 'https://gateway.example.com/llm'],
    ['https://gateway.example.com/v1/team/chat/completions', 'https://gateway.example.com/v1/team'],
  ])('Q25: understands %p', (written, expected) => {
    expect(normalize(written)).toMatchObject({ kind: 'openai', baseUrl: expected, keyHeader: 'bearer', query: {} });
  });

  it('Q25: keeps a query apart from the path', () => {
    expect(normalize('https://gw.example.com/v1/chat/completions?tenant=7#top')).toMatchObject({
      baseUrl: 'https://gw.example.com/v1',
      query: { tenant: '7' },
    });
  });

  const DEPLOYMENT = '/openai/deployments/gpt-x';
  it.each([
    ['https://r.openai.azure.com', '2025-01-01', 'azure_deployment', DEPLOYMENT, '2025-01-01'],
    ['https://r.openai.azure.com/openai', '2025-01-01', 'azure_deployment', DEPLOYMENT, '2025-01-01'],
    ['https://r.openai.azure.com?api-version=2024-06-01', null, 'azure_deployment', DEPLOYMENT, '2024-06-01'],
    ['https://r.cognitiveservices.azure.com/', '2025-01-01', 'azure_deployment', DEPLOYMENT, '2025-01-01'],
    [
      'https://r.openai.azure.com/openai/deployments/own/chat/completions?api-version=2024-06-01',
      null,
      'azure_deployment',
      '/openai/deployments/own',
      '2024-06-01',
    ],
    [
      'https://r.openai.azure.com/openai/deployments/own',
      null,
      'azure_deployment',
      '/openai/deployments/own',
      '2024-10-21',
    ],
    [
      'https://gw.example.com/a/openai/deployments/own/',
      '2025-01-01',
      'azure_deployment',
      '/a/openai/deployments/own',
      '2025-01-01',
    ],
    ['https://gw.example.com/openai', '2025-01-01', 'azure_deployment', DEPLOYMENT, '2025-01-01'],
    ['https://r.openai.azure.com/', null, 'azure_v1', '/openai/v1', undefined],
    ['https://r.openai.azure.com/openai/v1/', '2025-01-01', 'azure_v1', '/openai/v1', undefined],
    [
      'https://r.openai.azure.com/openai/v1/chat/completions?api-version=preview',
      null,
      'azure_v1',
      '/openai/v1',
      'preview',
    ],
    ['https://r.services.ai.azure.com/models', null, 'azure_v1', '/openai/v1', undefined],
  ])('D01: reads the Azure address %p with version %p', (written, apiVersion, kind, path, version) => {
    const endpoint = normalize(written, apiVersion);
    expect(endpoint).toMatchObject({ kind, keyHeader: 'api-key' });
    expect(new URL(endpoint.baseUrl).pathname).toBe(path);
    expect(endpoint.query['api-version']).toBe(version);
  });

  it('sends an api-version that was set nowhere else than to Azure', () => {
    expect(normalize('https://api.openai.com/v1', '2025-01-01').query).toEqual({});
    expect(normalize('http://localhost:11434/v1', '2025-01-01').kind).toBe('openai');
  });

  it.each([
    ['not an address', 'http or https address'],
    ['ftp://example.com/v1', 'http or https address'],
    ['https://user:secret-word@example.com/v1', 'user name or password'],
  ])('refuses %p without repeating it', (written, said) => {
    expect(() => normalize(written)).toThrow(PlumblineError);
    expect(() => normalize(written)).toThrow(said);
    expect(() => normalize(written)).not.toThrow(written);
  });

  it('describes an endpoint by its address and never by the values of its query', () => {
    expect(describeEndpoint(normalize('https://gw.example.com/v1?key=abc'))).toBe('gw.example.com/v1');
    expect(describeEndpoint(normalize('https://r.openai.azure.com', '2025-01-01'))).toBe(
      'r.openai.azure.com/openai/deployments/gpt-x (Azure, api-version 2025-01-01)',
    );
  });
});
