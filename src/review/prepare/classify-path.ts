import { baseNameOf, extensionOf, isLockfilePath } from './path-kinds.js';

/** What a file is to a reader: `source` and `test` are code, `other` is documentation, configuration and plain values. */
export type ReadingKind = 'source' | 'test' | 'other';

const PLAIN_EXTENSIONS = new Set(
  (
    'md mdx markdown rst adoc txt text log json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf config properties ' +
    'env csv tsv xml plist svg lock po pot ipynb snap map editorconfig pem crt'
  ).split(' '),
);
const PLAIN_NAMES =
  /^(?:LICEN[CS]E|README|CHANGELOG|CHANGES|NOTICE|AUTHORS|CONTRIBUTORS|CODEOWNERS|COPYING|VERSION|go\.(?:mod|sum))$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing|__mocks__|fixtures|testdata)\//i;
const TEST_NAME =
  /(?:[._-](?:test|tests|spec|e2e)\.[^/]+|(?:Test|Tests|Spec|IT)\.[^./]+)$|^(?:test_[^/]+|conftest\.py)$/;

/** Words of a path that name a domain or a risk. Whole words only: `author` is not `auth`. */
const TAG_WORDS: Readonly<Record<string, string>> = {
  auth: 'auth authn authz authentication authorization login logout session sessions oauth oidc sso saml jwt token tokens password passwords permission permissions rbac acl role roles credential credentials',
  crypto:
    'crypto cryptography cipher encrypt encryption decrypt decryption hmac hash hashing signature signing tls ssl cert certs certificate certificates keystore secret secrets',
  payment:
    'payment payments billing invoice invoices checkout refund refunds subscription subscriptions stripe paypal price pricing',
  database: 'db database databases sql query queries orm dao postgres postgresql mysql sqlite mongo redis prisma',
  migration: 'migration migrations migrate',
  concurrency:
    'concurrent concurrency thread threads mutex semaphore atomic lock locks locking worker workers queue queues scheduler async parallel',
  network:
    'network net http https socket sockets websocket grpc rpc proxy dns webhook webhooks client server fetch cors',
};
const TAG_OF_WORD = new Map(
  Object.entries(TAG_WORDS).flatMap(([tag, words]) => words.split(' ').map((word) => [word, tag] as const)),
);

const CI_PATH =
  /^\.(?:github\/(?:workflows|actions)|circleci|buildkite)\/|(?:^|\/)(?:\.gitlab-ci\.ya?ml|\.travis\.yml|Jenkinsfile|azure-pipelines\.ya?ml|bitbucket-pipelines\.yml)$/;
const DOCS_PATH = /(?:^|\/)docs?\/|\.(?:md|mdx|rst|adoc)$/i;
const CONFIG_PATH =
  /(?:^|\/)(?:\.env[^/]*|Dockerfile[^/]*|docker-compose[^/]*|compose\.ya?ml|Makefile|tsconfig[^/]*\.json|[^/]+\.config\.[^/]+|\.[^/]+rc)$|\.(?:ya?ml|toml|ini|cfg|conf|properties|tf|tfvars|hcl)$/;
const DEPENDENCY_NAME =
  /^(?:package\.json|go\.mod|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|(?:dev-)?requirements[^/]*\.(?:txt|in)|Pipfile|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|mix\.exs|pubspec\.yaml|Package\.swift|[^/]+\.(?:csproj|fsproj|gemspec))$/;
const SCHEMA_PATH = /\.(?:proto|graphql|gql|avsc|xsd|prisma|thrift)$|(?:^|[/._-])schema\.[^/]+$|(?:^|\/)schemas?\//;
const API_PATH =
  /\.proto$|(?:^|\/)(?:openapi|swagger)[^/]*$|(?:^|\/)(?:api|apis|routes|controllers|endpoints|graphql)\//;

/** Tell what a file is to a reader, from its path alone. What is not known is source: nothing slips behind by being odd. */
export function readingKindOf(path: string): ReadingKind {
  const name = baseNameOf(path);
  const extension = extensionOf(path);
  const isPlain = PLAIN_EXTENSIONS.has(extension) || PLAIN_NAMES.test(name) || isLockfilePath(path);
  if (isPlain || /^\.[^.]+$/.test(name)) return 'other';
  return TEST_FOLDER.test(path) || TEST_NAME.test(name) ? 'test' : 'source';
}

/** Domain and risk tags of a path, sorted: auth, ci, concurrency, configuration, crypto, database, dependency, docs, migration, network, payment, test. */
export function tagsOf(path: string): readonly string[] {
  const words = wordsOf(path).flatMap((word) => TAG_OF_WORD.get(word) ?? []);
  const places = [
    ...(CI_PATH.test(path) ? ['ci'] : []),
    ...(DOCS_PATH.test(path) ? ['docs'] : []),
    ...(readingKindOf(path) === 'test' || TEST_FOLDER.test(path) ? ['test'] : []),
    ...contractHintsOf(path).filter((hint) => hint === 'configuration' || hint === 'dependency'),
  ];
  return [...new Set([...words, ...places])].sort();
}

/** Kinds of contract a path may be part of, in the order api, schema, migration, configuration, dependency. */
export function contractHintsOf(path: string): readonly string[] {
  const name = baseNameOf(path);
  const isDependency = DEPENDENCY_NAME.test(name) || isLockfilePath(path);
  return [
    ...(API_PATH.test(path) ? ['api'] : []),
    ...(SCHEMA_PATH.test(path) ? ['schema'] : []),
    ...(wordsOf(path).some((word) => TAG_OF_WORD.get(word) === 'migration') ? ['migration'] : []),
    ...(!isDependency && CONFIG_PATH.test(path) ? ['configuration'] : []),
    ...(isDependency ? ['dependency'] : []),
  ];
}

function wordsOf(path: string): readonly string[] {
  return path
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
