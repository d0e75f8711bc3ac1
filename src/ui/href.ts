type Value = string | number | boolean | null | undefined;
export type Params = Record<string, Value | readonly (string | number)[]>;

/** Parameters that all pages share and links keep. */
const KEPT = ['institution_id', 'academic_session'];

const put = (search: URLSearchParams, params: Params) => {
  for (const [key, value] of Object.entries(params)) {
    search.delete(key);
    if (Array.isArray(value)) for (const item of value) search.append(key, String(item));
    else if (value !== null && value !== undefined && value !== '') search.set(key, String(value));
  }
  return search;
};

const join = (path: string, search: URLSearchParams) => (search.size ? `${path}?${search}` : path);

/** The URL of another page with the current institution and session. */
export function href(path: string, params: Params = {}, search = globalThis.location?.search ?? '') {
  const [bare = '', own = ''] = path.split('?', 2);
  const now = new URLSearchParams(search);
  const next = new URLSearchParams(own);
  for (const key of KEPT) if (now.has(key) && !next.has(key)) next.set(key, now.get(key)!);
  return join(bare, put(next, params));
}

/** The current URL with changed parameters; null or '' removes one. */
export function withParams(url: string, changes: Params) {
  const [path = '', own = ''] = url.split('#', 1)[0]!.split('?', 2);
  return join(path, put(new URLSearchParams(own), changes));
}
