import type { AppAnswer } from './github-answers.js';

/** Where the owner of the App changes it. */
export function settingsPage(app: AppAnswer, page: '' | '/permissions' | '/advanced' = ''): string {
  const { login, type } = app.owner ?? { login: '', type: null };
  const owner = type === 'Organization' ? `/organizations/${login}` : '';
  return `${originOf(app)}${owner}/settings/apps/${app.slug}${page}`;
}

/** Where the App is installed. */
export function installPage(app: AppAnswer): string {
  return `${app.html_url}/installations/new`;
}

function originOf({ html_url: url }: AppAnswer): string {
  return URL.canParse(url) ? new URL(url).origin : 'https://github.com';
}
