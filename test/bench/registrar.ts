import { Agent } from 'node:http';
import { csrfToken } from '#web/csrf.ts';
import { sessionCookie } from '#web/requests.ts';
import { ask, type Answer, type Target } from './load.ts';

/** The signed-in registrar's browser: what it sends with a swap, and with a change. */
export interface Registrar {
  swap: Target;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: Buffer | string, type: string): Promise<Answer>;
}

interface Site {
  port: number;
  assetVersion: string;
  cookie: string;
  secret: Buffer;
}

/** Opens the list fully once, as a browser does before it swaps. */
export async function openRegistrar({ port, assetVersion, cookie, secret }: Site): Promise<Registrar> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const signedIn = { cookie: `${sessionCookie}=${cookie}` };
  const get: Registrar['get'] = (path, headers = {}) =>
    ask({ port, agent, headers: { ...signedIn, accept: 'text/html', ...headers } }, path);
  const full = await get('/students');
  const page = /data-page="app">(.*?)<\/script>/s.exec(full.body.toString())?.[1];
  if (!page) throw new Error(`The list answered ${full.status} and no page: ${full.body.toString().slice(0, 300)}`);
  const { onceProps = {} } = JSON.parse(page) as { onceProps?: object };
  const headers = {
    ...signedIn,
    accept: 'text/html, application/xhtml+xml',
    'x-requested-with': 'XMLHttpRequest',
    'x-inertia': 'true',
    'x-inertia-version': assetVersion,
    'x-inertia-except-once-props': Object.keys(onceProps).join(','),
    'x-xhr-referer': '/students',
  };
  const post: Registrar['post'] = (path, body, type) => {
    const write = { accept: 'application/json', 'x-csrf-token': csrfToken(secret, cookie), 'content-type': type };
    return ask({ port, agent, headers: { ...signedIn, ...write } }, path, { method: 'POST', body });
  };
  return { swap: { port, headers }, get, post };
}
