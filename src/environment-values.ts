import { z } from 'zod';
import { ANALYZER_IDS } from './review/index.js';

/** A text; empty counts as unset. */
export const text = z.string().trim().min(1).optional();
/** Without a scheme it is meant as plain HTTP, as everywhere. */
export const proxy = text.refine((value) => value === undefined || isProxyAddress(value), {
  error: 'not the address of an HTTP proxy, such as http://proxy.example:8080',
});
/** A pasted address with a scheme or a slash at its end is understood. */
export const githubHost = text
  .transform((value) =>
    value
      ?.replace(/^https?:\/\//i, '')
      .replace(/\/+$/, '')
      .toLowerCase(),
  )
  .refine((host) => host === undefined || /^[a-z0-9.-]+(:\d{1,5})?$/.test(host), {
    error: 'not a host name, such as ghe.example or ghe.example:8443',
  });
export const databaseUrl = text.refine((value) => value === undefined || /^postgres(ql)?:\/\/./i.test(value), {
  error: 'not the address of a PostgreSQL server, such as postgresql://user:password@host:5432/plumbline',
});
/** A timer of Node ends at once beyond 2^31 ms; a day is enough for anybody. */
export const seconds = z.coerce.number().int().min(5).max(86_400).optional();
export const count = (least: number) => z.coerce.number().int().min(least).optional();

export const analyzers = z
  .string()
  .default(ANALYZER_IDS.join(','))
  .refine((list) => list.trim() === 'none' || namesIn(list).every((name) => ANALYZER_IDS.some((id) => id === name)), {
    error: `use none, or some of ${ANALYZER_IDS.join(', ')}`,
  })
  .transform((list) => ANALYZER_IDS.filter((id) => namesIn(list).includes(id)));

function namesIn(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim());
}

function isProxyAddress(value: string): boolean {
  const address = proxyAddress(value);
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** `proxy.example:8080` as an address with its scheme. */
export function proxyAddress(value: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
}
