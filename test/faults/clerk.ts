import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export interface Answer {
  /** 0 when no answer came: the request may have been carried out or not. */
  status: number;
  location: string;
  body: string;
  /** Milliseconds until it was there. */
  took: number;
  retryAfter: string | null;
  /** How the connection ended, when there was no answer. */
  error?: string;
}

/** A server, and others to go to when nothing listens there, as a balancer does. */
export interface Door {
  readonly url: string;
  readonly others?: readonly string[];
}
export type Clerk = ReturnType<typeof clerkAt>;

/** Longer than anything the product may take before it says that it cannot. */
const patience = 60_000;

/** Somebody at a browser: cookies, the page's token, and requests that may get no answer. */
export function clerkAt(site: Door, address: string) {
  const cookies = new Map<string, string>();
  let csrf = '';
  let typed = '';

  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    let answer = await askAt(site.url, path, init);
    for (const other of site.others ?? []) {
      if (answer.error === 'ECONNREFUSED') answer = await askAt(other, path, init);
    }
    return answer;
  }

  async function askAt(url: string, path: string, init: RequestInit): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, cookie, 'x-forwarded-for': address } as Record<string, string>;
    return askOnce(url, path, { ...init, headers }, (answer, body) => {
      for (const line of answer.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value) cookies.set(name!, value);
        else cookies.delete(name!);
      }
      csrf = /<meta name="csrf-token" content="([^"]+)"\/?>/.exec(body)?.[1] ?? csrf;
    });
  }

  const get = (path: string) => ask(path, { headers: { accept: 'text/html' } });
  const post = (path: string, body: object = {}, key: string = randomUUID()) => {
    const headers = { accept: 'application/json', 'x-csrf-token': csrf, 'idempotency-key': key };
    if (body instanceof FormData) return ask(path, { method: 'POST', body, headers });
    return ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, 'content-type': 'application/json' },
    });
  };

  return {
    address,
    get,
    post,
    cookies,
    /** With a session afterwards, when the answer says so. */
    async signIn(identifier: string, password: string): Promise<Answer> {
      typed = password;
      const page = await get('/sign-in');
      return page.status === 200 ? post('/sign-in', { identifier, password }) : page;
    },
    /** A sensitive act: with the password once more if the server asks for it. */
    async sure(path: string, body: object = {}, key: string = randomUUID()): Promise<Answer> {
      const answer = await post(path, body, key);
      if (answer.status !== 428) return answer;
      const confirmed = await post('/account/confirm', { current: typed });
      return confirmed.status === 204 ? post(path, body, key) : confirmed;
    },
    /** The message that the next page will show. */
    flash() {
      const [value = ''] = (cookies.get('akada_flash') ?? '').split('.');
      return (JSON.parse(Buffer.from(value, 'base64url').toString() || '{}') as { message?: string }).message ?? '';
    },
  };
}

/** One request of a browser or of another program; its answer, or that there was none. */
export async function askOnce(
  url: string,
  path: string,
  init: RequestInit,
  look: (headers: Headers, body: string) => void = () => {},
): Promise<Answer> {
  const begun = performance.now();
  const took = () => performance.now() - begun;
  try {
    const answer = await fetch(url + path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patience) });
    const body = await answer.text();
    const { status, headers } = answer;
    look(headers, body);
    const retryAfter = headers.get('retry-after');
    return { status, location: headers.get('location') ?? '', body, took: took(), retryAfter };
  } catch (error) {
    return { status: 0, location: '', body: '', took: took(), retryAfter: null, error: codeOf(error) };
  }
}

function codeOf(error: unknown): string {
  const { name, cause } = error as Error;
  return (cause as { code?: string } | undefined)?.code ?? name;
}

/** The props of a page; null if it was not served. */
export function propsOf<Props>({ status, body }: Answer): Props | null {
  const [, page] = /<script type="application\/json" data-page="app">(.*?)<\/script>/s.exec(body) ?? [];
  return status === 200 && page ? (JSON.parse(page) as { props: Props }).props : null;
}

/** A clerk who is signed in, or an error. */
export async function signedIn(site: Door, person: SignIn, address: string) {
  const clerk = clerkAt(site, address);
  for (let tries = 0; !clerk.cookies.has('akada_session'); tries += 1) {
    const { status, body } = await clerk.signIn(person.username, person.password);
    if (clerk.cookies.has('akada_session')) break;
    if (tries > 20) throw new Error(`${person.username} could not sign in: ${status} ${body}`);
    await wait(200);
  }
  // The session's own token.
  await clerk.get('/account');
  return clerk;
}

export interface SignIn {
  role: string;
  username: string;
  password: string;
}

/** The people whom the first start shows. */
export const signInsIn = (said: string): SignIn[] =>
  [...said.matchAll(/^ {2}(\S.*?) {2,}(\S+) {2,}(\S+) {2,}\S/gm)].map(([, role, username, password]) => ({
    role: role!,
    username: username!,
    password: password!,
  }));
