import { setTimeout as wait } from 'node:timers/promises';

export interface Answer {
  /** 0 when no answer came: the request may have been carried out or not. */
  status: number;
  location: string;
  body: string;
}
export type Clerk = Awaited<ReturnType<typeof signIn>>;

/** Somebody at a browser: cookies, the page's token, and requests that may get no answer. */
export async function signIn(site: { readonly url: string }, identifier: string, password: string) {
  const cookies = new Map<string, string>();
  let csrf = '';

  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    try {
      const answer = await fetch(site.url + path, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
        headers: { ...init.headers, cookie },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        cookies.set(name!, value!);
      }
      const body = await answer.text();
      csrf = /<meta name="csrf-token" content="([^"]+)">/.exec(body)?.[1] ?? csrf;
      return { status: answer.status, location: answer.headers.get('location') ?? '', body };
    } catch {
      return { status: 0, location: '', body: '' };
    }
  }

  const get = (path: string) => ask(path, { headers: { accept: 'text/html' } });
  const post = (path: string, body: object = {}) => {
    const headers = { accept: 'application/json', 'x-csrf-token': csrf };
    if (body instanceof FormData) return ask(path, { method: 'POST', body, headers });
    return ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, 'content-type': 'application/json' },
    });
  };
  /** Once more until there is an answer: for what may be repeated. */
  async function untilAnswered(request: () => Promise<Answer>) {
    for (;;) {
      const answer = await request();
      if (answer.status !== 0 && answer.status !== 503) return answer;
      await wait(50);
    }
  }

  await get('/sign-in');
  const { status, body } = await post('/sign-in', { identifier, password });
  if (!cookies.has('akada_session')) throw new Error(`${identifier} could not sign in: ${status} ${body}`);
  // The session's own token.
  await get('/students');
  return { get, post, untilAnswered };
}
