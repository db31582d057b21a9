import { z } from 'zod';

/** What is read of GitHub's answers; whatever else stands in them is let through. */
export const appAnswer = z.looseObject({
  slug: z.string(),
  html_url: z.string(),
  owner: z.looseObject({ login: z.string(), type: z.string().nullish() }).nullish(),
  permissions: z.record(z.string(), z.string()),
  events: z.array(z.string()),
});
export type AppAnswer = z.infer<typeof appAnswer>;

export const hookAnswer = z.looseObject({
  url: z.string().nullish(),
  content_type: z.string().nullish(),
  insecure_ssl: z.union([z.string(), z.number()]).nullish(),
  /** Stars when there is one. */
  secret: z.string().nullish(),
});

const delivery = z.looseObject({
  guid: z.string(),
  delivered_at: z.string(),
  status: z.string(),
  status_code: z.number(),
  event: z.string(),
  action: z.string().nullish(),
});
export type DeliveryAnswer = z.infer<typeof delivery>;
export const deliveriesAnswer = z.array(delivery);

export const installationsAnswer = z.array(
  z.looseObject({
    account: z.looseObject({ login: z.string().nullish(), slug: z.string().nullish() }).nullish(),
    permissions: z.record(z.string(), z.string()),
    suspended_at: z.string().nullish(),
  }),
);
