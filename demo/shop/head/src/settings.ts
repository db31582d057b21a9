export const settings = {
  endpoint: 'https://pay.example.test/charges',
  token: '{{GITHUB_TOKEN}}',
};
