import { z } from 'zod';

const ownKey = /^custom\.(\d{1,15}(?:\.from|\.to)?)$/;

/** `custom.12=5` filters by custom field 12; `custom.14.from` and `custom.14.to` by a date range. */
function gatherOwn(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  const custom: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const key = ownKey.exec(name)?.[1];
    if (!key) rest[name] = value;
    else if (value !== '') custom[key] = value;
  }
  return Object.keys(custom).length ? { ...rest, custom } : rest;
}

/** A filter from query parameters, which can include custom fields. */
export const ofAddress = <T extends z.ZodType>(schema: T) => z.preprocess(gatherOwn, schema);
