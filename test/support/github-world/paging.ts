import type { Answer, RequestContext } from './answer.js';

export type PageRequest = { readonly page: number; readonly perPage: number };

/** Read `page` and `per_page` as GitHub does: bad values fall back, more than the most is the most. */
export function readPaging(query: URLSearchParams, defaultPerPage = 30, maxPerPage = 100): PageRequest {
  const page = positive(query.get('page')) ?? 1;
  return { page, perPage: Math.min(positive(query.get('per_page')) ?? defaultPerPage, maxPerPage) };
}

export function pageOf<T>(items: readonly T[], { page, perPage }: PageRequest): T[] {
  return items.slice((page - 1) * perPage, page * perPage);
}

/** `Link` as GitHub writes it; nothing when everything fits on one page. */
export function linkHeader(
  context: RequestContext,
  total: number,
  { page, perPage }: PageRequest,
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (number: number, rel: string) => {
    const query = new URLSearchParams(context.query);
    query.set('page', String(number));
    return `<${context.apiUrl}${context.path}?${query}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ...(page > 1 ? [link(1, 'first')] : []),
  ];
  return links.length === 0 ? {} : { link: links.join(', ') };
}

/** One page of a plain array answer. */
export function paged<T>(context: RequestContext, items: readonly T[], toBody: (item: T) => unknown): Answer {
  const request = readPaging(context.query);
  return {
    status: 200,
    body: pageOf(items, request).map(toBody),
    headers: linkHeader(context, items.length, request),
  };
}

/** One page of an answer that wraps its list and tells the total. */
export function pagedUnder<T>(
  context: RequestContext,
  key: string,
  items: readonly T[],
  toBody: (item: T) => unknown,
): Answer {
  const request = readPaging(context.query);
  return {
    status: 200,
    body: { total_count: items.length, [key]: pageOf(items, request).map(toBody) },
    headers: linkHeader(context, items.length, request),
  };
}

function positive(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
