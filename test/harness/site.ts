import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { connect } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { createApp } from '#product/app.ts';
import type { Assets, Services } from '#web/routes.ts';
import { isEdit, openedAt } from './opened.ts';
import { proveBooks } from '#test/harness/check-books.ts';
import { checkCounts } from '#test/harness/check-counts.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase, schoolDatabase } from '#test/harness/database.ts';
import { password } from '#test/school.ts';
import { noAssets } from '#test/harness/no-assets.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;
export type Browser = ReturnType<typeof browser>;

/** The whole application with its jobs over a database with the named school in it, without a socket. */
export async function openSite() {
  const { school, ...fresh } = await schoolDatabase();
  return { ...(await openOver(fresh)), school };
}

/** The same before anybody has set it up. */
export const openEmptySite = async (assets?: Assets) => openOver(await freshDatabase(), assets);

async function openOver({ appUrl, ownerUrl, drop }: Awaited<ReturnType<typeof freshDatabase>>, assets?: Assets) {
  const folder = mkdtempSync(join(tmpdir(), 'akada-site-'));
  const database = connect({ url: appUrl, max: 6 });
  const jobs = await startJobs(appUrl, () => {});
  const services: Services = {
    environment: { dataFolder: folder, isProduction: false },
    database,
    jobs,
    files: openFiles(join(folder, 'files')),
    secret: randomBytes(32),
    assets: assets ?? noAssets(folder),
  };
  const app = await createApp(services, { requestsPerMinute: false, maxEventLoopDelay: 0 });
  const close = async () => {
    await app.close();
    await jobs.stop();
    await database.close();
    await withClient(ownerUrl, async (owner) => {
      await checkCounts(owner);
      await proveBooks(owner);
    }).finally(drop);
    rmSync(folder, { recursive: true });
  };
  const signedIn = async (username: string) => {
    const person = browser(app);
    await person.signIn(username);
    return person;
  };
  return {
    app,
    services,
    database,
    ownerUrl,
    browser: (options?: Partial<InjectOptions>) => browser(app, options),
    signedIn,
    close,
  };
}

interface PageObject {
  component: string;
  props: Record<string, unknown>;
  url: string;
  flash: { message?: string; tone?: string };
  /** The whole document, of a page that has no props. */
  text?: string;
}

/** Keeps cookies and the CSRF token of the last full page, as a browser does. */
function browser(app: Awaited<ReturnType<typeof createApp>>, options: Partial<InjectOptions> = {}) {
  const cookies = new Map<string, string>();
  let csrf = '';

  async function ask(request: InjectOptions) {
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
      ...options.headers,
      ...request.headers,
    };
    const answer = await app.inject({ ...options, ...request, headers, cookies: Object.fromEntries(cookies) });
    for (const { name, value, maxAge, expires } of answer.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() < Date.now())) cookies.delete(name);
      else cookies.set(name, value);
    }
    csrf = /<meta name="csrf-token" content="([^"]+)"\/?>/.exec(answer.body)?.[1] ?? csrf;
    return answer;
  }

  const get = (url: string, headers: Record<string, string> = {}) =>
    ask({ url, headers: { accept: 'text/html', ...headers } });

  /** A form that edits a record sends what it was opened with. */
  const withOpened = async (url: string, payload: object) =>
    isEdit(app, url) && !('opened' in payload)
      ? {
          ...payload,
          opened: await openedAt(url, payload, (form) =>
            open(form).then(
              ({ component, props }) => (component === 'error' ? null : props),
              () => null,
            ),
          ),
        }
      : payload;

  const post = async (url: string, body: object = {}, headers: Record<string, string> = {}) => {
    const payload = await withOpened(url, body);
    return ask({
      method: 'POST',
      url,
      payload,
      headers: { accept: 'application/json', 'x-csrf-token': csrf, ...headers },
    });
  };

  /** Asks for a page as the address bar does; follows where the answer leads. */
  async function open(url: string): Promise<PageObject> {
    let answer = await get(url);
    for (let hops = 0; answer.headers.location && hops < 5; hops += 1)
      answer = await get(String(answer.headers.location));
    const found = /<script type="application\/json" data-page="app">(.*?)<\/script>/s.exec(answer.body)?.[1];
    // The pages for signing in are documents without props.
    const entrance = /<body data-page="([^"]+)"/.exec(answer.body)?.[1];
    if (entrance) return { component: entrance, props: {}, url, flash: {}, text: answer.body };
    if (!found) throw new Error(`${url} answered ${answer.statusCode} and no page: ${answer.body.slice(0, 300)}`);
    return JSON.parse(found) as PageObject;
  }

  async function signIn(identifier: string, its = password) {
    await open('/sign-in');
    const answer = await post('/sign-in', { identifier, password: its });
    if (!cookies.has('akada_session'))
      throw new Error(`${identifier} could not sign in: ${answer.statusCode} ${answer.body}`);
    await get('/account');
  }

  return { get, post, open, signIn, cookies, csrf: () => csrf };
}
