import type { Environment } from './environment.js';

/** Every secret value of the environment, to be masked verbatim wherever it might appear. */
export function secretsOf(environment: Environment): readonly string[] {
  const { DATABASE_URL, GITHUB_TOKEN, OPENAI_API_KEY, PRIVATE_KEY, WEBHOOK_SECRET } = environment;
  const database = DATABASE_URL === undefined ? [] : [DATABASE_URL, ...passwordsOf(DATABASE_URL)];
  return [OPENAI_API_KEY, GITHUB_TOKEN, WEBHOOK_SECRET, PRIVATE_KEY, ...database].filter(
    (secret) => secret !== undefined,
  );
}

/** Each as it stands there and as it is meant. */
function passwordsOf(url: string): readonly string[] {
  const found = [/^\w+:\/\/[^:@/]*:([^@]*)@/, /[?&]password=([^&]*)/].map((place) => place.exec(url)?.[1] ?? '');
  return found.filter((password) => password !== '').flatMap((password) => [password, decoded(password)]);
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
