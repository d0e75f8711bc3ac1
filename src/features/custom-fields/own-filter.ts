import { z } from 'zod';

const ownKey = /^custom\.(\d{1,15}(?:\.from|\.to)?)$/;

/** `custom.12=5` asks for the own field 12; `custom.14.from` and `custom.14.to` for days between two. */
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

/** A filter as an address sends it, where it may name own fields. */
export const ofAddress = <T extends z.ZodType>(schema: T) => z.preprocess(gatherOwn, schema);

/** By own fields of the general group; the definitions are asked when it is looked for. */
export const ownFilter = z.record(z.string(), z.string().trim().max(200)).optional();
