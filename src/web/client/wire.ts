import { HttpCancelledError, HttpNetworkError } from '@inertiajs/core';

export interface Ask {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: XMLHttpRequestBodyInit | null;
  signal?: AbortSignal;
  onUpload?: (event: ProgressEvent) => void;
}

export interface Answer {
  status: number;
  text: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The final address after redirects. */
  url: string;
}

/** Whether an address belongs to the product: only then may it receive our token, referrer and page headers. */
export function isOwnOrigin(address: string | URL): boolean {
  return new URL(address, location.href).origin === location.origin;
}

/** The page's CSRF token; the server writes it into every full page load. */
export function csrfToken(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? '';
}

/**
 * Sends one request and resolves with any answer, whatever its status. If the server first wants a confirmation, the
 * user is asked and the request is sent again; if they cancel, the caller gets the 428.
 */
export async function ask(request: Ask): Promise<Answer> {
  const answer = await send(request);
  const by = answer.headers['x-confirm'];
  if (answer.status !== 428 || !by || !isOwnOrigin(request.url)) return answer;
  const isConfirmed = await askThePerson?.(by).catch(() => false);
  return isConfirmed ? ask(request) : answer;
}

let askThePerson: ((by: string) => Promise<boolean>) | undefined;
/** Sets the function that asks for the password or a code. */
export const confirmAgainWith = (how: typeof askThePerson) => void (askThePerson = how);

/** XMLHttpRequest, because fetch has no upload progress. */
function send({ method, url, headers = {}, body = null, signal, onUpload }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new HttpCancelledError(undefined, url));
    const xhr = new XMLHttpRequest();
    xhr.open(method.toUpperCase(), url);
    for (const [name, value] of Object.entries({ ...headers, ...guardHeaders(method, url) })) {
      xhr.setRequestHeader(name, value);
    }
    if (onUpload) xhr.upload.onprogress = onUpload;
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.onabort = () => reject(new HttpCancelledError(undefined, url));
    xhr.onerror = () => reject(new HttpNetworkError('No answer', url));
    xhr.onload = () =>
      resolve({ status: xhr.status, text: xhr.responseText, headers: readHeaders(xhr), url: xhr.responseURL || url });
    xhr.send(body);
  });
}

function guardHeaders(method: string, url: string): Record<string, string> {
  if (!isOwnOrigin(url)) return {};
  const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest' };
  if (method.toLowerCase() !== 'get') headers['X-CSRF-Token'] = csrfToken();
  return headers;
}

function readHeaders(xhr: XMLHttpRequest): Record<string, string> {
  const lines = xhr.getAllResponseHeaders().trim().split('\r\n').filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Requests the page of an address as a swap does. */
export const askForPage = (url: string, version: string | null, more: Partial<Ask> = {}): Promise<Answer> =>
  ask({
    method: 'get',
    url,
    ...more,
    headers: {
      Accept: 'text/html, application/xhtml+xml',
      'X-Inertia': 'true',
      'X-Inertia-Version': version ?? '',
      'X-XHR-Referer': location.href,
      ...more.headers,
    },
  });
