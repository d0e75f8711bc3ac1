import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { csrfToken } from '#web/csrf.ts';
import { sessionCookie } from '#web/requests.ts';
import { ask, type Answer } from './http.ts';

/** The signed-in registrar's browser: what it sends with a full load, a swap and a change. */
export interface Registrar {
  page: Record<string, string>;
  swap: Record<string, string>;
  write: Record<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: Buffer | string, type: string): Promise<Answer>;
}

interface Place {
  port: number;
  assetVersion: string;
  cookie: string;
  secret: Buffer;
}

/** Opens the list fully once, as a browser does before it swaps. */
export async function openRegistrar({ port, assetVersion, cookie, secret }: Place): Promise<Registrar> {
  const server = { port, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
  const signedIn = { cookie: `${sessionCookie}=${cookie}` };
  const page = { ...signedIn, accept: 'text/html' };
  const write = { ...signedIn, accept: 'application/json', 'x-csrf-token': csrfToken(secret, cookie) };
  const full = await ask(server, { path: '/students', headers: page });
  const data = /data-page="app">(.*?)<\/script>/s.exec(full.body.toString())?.[1];
  if (!data) throw new Error(`The list answered ${full.status} and no page: ${full.body.toString().slice(0, 300)}`);
  const { onceProps = {} } = JSON.parse(data) as { onceProps?: object };
  const swap = {
    ...signedIn,
    accept: 'text/html, application/xhtml+xml',
    'x-requested-with': 'XMLHttpRequest',
    'x-inertia': 'true',
    'x-inertia-version': assetVersion,
    'x-inertia-except-once-props': Object.keys(onceProps).join(','),
    'x-xhr-referer': '/students',
  };
  return {
    page,
    swap,
    write,
    get: (path, headers = {}) => ask(server, { path, headers: { ...page, ...headers } }),
    post: (path, body, type) =>
      ask(server, {
        method: 'POST',
        path,
        headers: { ...write, 'content-type': type, 'idempotency-key': randomUUID() },
        body,
      }),
  };
}
