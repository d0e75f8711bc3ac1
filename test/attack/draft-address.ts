import type { Upload } from './uploads.ts';
import type { Draft } from './draft.ts';

/** The draft's address; `as` decides how a value is written into it. */
export function addressOf({ route, params, query, url }: Draft): string {
  if (url !== undefined) return url;
  let path = route.url === '/assets/*' ? '/assets/zq.js' : route.url;
  for (const { name, value } of params) path = path.replace(new RegExp(`:${name}(?=/|\\.|$)`), () => encode(value));
  return query.length ? `${path}?${query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}` : path;
}

/** Percent-encoding that also takes what is no text: a lone surrogate as the three bytes it would be. */
export const encode = (text: string) =>
  text.replace(/[^\w.~-]/gu, (one) =>
    /[\ud800-\udfff]/.test(one) && one.length === 1
      ? [...surrogateBytes(one.charCodeAt(0))].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
      : encodeURIComponent(one),
  );

const surrogateBytes = (code: number) => [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];

export const attach = (draft: Draft, { type, body }: Upload): void => {
  draft.raw = body;
  draft.headers['content-type'] = type;
};
