import { randomBytes, randomUUID, createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { vi } from 'vitest';
import { accounts, sessions } from '#kernel/identity.schema.ts';
import type { createApp } from '#product/app.ts';
import { csrfToken } from '#web/csrf.ts';
import { sessionCookie } from '#web/requests.ts';
import { newVisitor } from '#web/visitors.ts';
import { isEdit, openedAt } from './opened.ts';
import { borrowSchool } from '#test/harness/borrowed-school.ts';
import { compileRoutesOnce } from '#test/harness/compile-routes-once.ts';
import { ownApp, type Options } from '#test/harness/own-app.ts';
import { version, type Reachable, type SharedApp } from '#test/harness/shared-app.ts';
import { refuseUnqualifiedColumns } from '#test/harness/unqualified-columns.ts';

export { version };
refuseUnqualifiedColumns();
compileRoutesOnce();

/** The product over a database with the named world in it, which nobody else uses meanwhile. Call close() at the end. */
export async function startSchool(options: Options = {}) {
  const borrowing = await borrowSchool();
  const isUsual = Object.values(options).every((value) => value === undefined) && !vi.isFakeTimers();
  const { database, appUrl, app } = borrowing;
  return school(borrowing, await (isUsual ? borrowed(app) : ownApp(database, appUrl, options)));
}

/** The same where browsers can reach it, at an address that does not change from file to file. */
export async function startReachableSchool(what: () => Reachable) {
  const borrowing = await borrowSchool();
  const app = await borrowed(() => borrowing.reachableApp(what));
  return { ...school(borrowing, app), url: app.url };
}

type Made = Pick<Awaited<ReturnType<typeof ownApp>>, 'app' | 'services' | 'sent' | 'close'>;

function school(borrowing: Awaited<ReturnType<typeof borrowSchool>>, { app, services, sent, close }: Made) {
  const { database, appUrl, ownerUrl, giveBack } = borrowing;

  return {
    app,
    database,
    services,
    school: borrowing.school,
    sent,
    ownerUrl,
    appUrl,
    /** A browser in which this person is signed in. */
    as: (username: string) => signedInAs(app, services.secret, username),
    nobody: () => new Browser(app, services.secret, {}),
    /** Those of these browsers whose sessions are still open. */
    async signedIn<B extends Browser>(browsers: B[]): Promise<B[]> {
      const hashes = new Map(
        browsers.map((browser) => [hashOf(browser.cookies[sessionCookie] ?? '').toString('hex'), browser]),
      );
      const open = await database.anonymous((tx) =>
        tx.execute<{ hash: string }>(
          sql`select encode(token_hash, 'hex') as hash from sessions where ended_at is null and encode(token_hash, 'hex') in ${[...hashes.keys(), '']}`,
        ),
      );
      return open.rows.map(({ hash }) => hashes.get(hash)!);
    },
    async close() {
      await close();
      await database.close();
      await giveBack();
    },
  };
}

const borrowed = async (usual: () => Promise<SharedApp>) => ({ ...(await usual()), close: async () => {} });

const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest();

export interface PageAnswer {
  component: string;
  // The props of whatever page answered: a test reads the ones it names.
  // oxlint-disable-next-line typescript/no-explicit-any
  props: any;
  flash: { message?: string };
}

/** A browser in which this person is signed in. */
async function signedInAs(app: Awaited<ReturnType<typeof createApp>>, secret: Buffer, username: string) {
  const cookie = randomBytes(32).toString('base64url');
  await app.services.database.anonymous(async (tx) => {
    const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.username, username));
    await tx.insert(sessions).values({
      accountId: account!.id,
      tokenHash: hashOf(cookie),
      expiresAt: sql`now() + interval '1 day'`,
      hasPlainCookie: true,
    });
  });
  return new Browser(app, secret, { [sessionCookie]: cookie });
}

/** Cookies, the CSRF token and the headers that the browser's client sends. */
export class Browser {
  readonly cookies: Record<string, string>;
  readonly #app: Awaited<ReturnType<typeof createApp>>;
  readonly #secret: Buffer;

  constructor(app: Awaited<ReturnType<typeof createApp>>, secret: Buffer, cookies: Record<string, string>) {
    this.#app = app;
    this.#secret = secret;
    this.cookies = { ...cookies };
  }

  /** Somebody else of the same school, signed in at a browser of their own. */
  beside = (username: string): Promise<Browser> => signedInAs(this.#app, this.#secret, username);

  /** The page object at an address; fails on any other answer. */
  async page(url: string, only?: { component: string; props: string[] }): Promise<PageAnswer> {
    const answer = await this.get(url, {
      'x-inertia': 'true',
      'x-inertia-version': this.#app.services.assets.version,
      ...(only && { 'x-inertia-partial-component': only.component, 'x-inertia-partial-data': only.props.join(',') }),
    });
    if (answer.headers['x-inertia'] !== 'true')
      throw new Error(`${url} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`);
    return answer.json<PageAnswer>();
  }

  get(url: string, headers: Record<string, string> = { accept: 'text/html' }) {
    return this.send({ method: 'GET', url, headers });
  }

  /**
   * A background request, as forms and buttons send them. A form that edits a record is opened first, so that it sends
   * the values that it was opened with, unless the test says what they were.
   */
  async post(url: string, payload: unknown = {}, headers: Record<string, string> = {}) {
    const body = payload as Record<string, unknown>;
    if (isEdit(this.#app, url) && !('opened' in body)) payload = { ...body, opened: await this.opened(url, body) };
    return this.send({
      method: 'POST',
      url,
      payload: payload as object,
      headers: { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json', ...headers },
    });
  }

  /** What the form that is sent to an address was opened with. */
  opened(url: string, body: object = {}): Promise<Record<string, unknown>> {
    return openedAt(url, body, async (form) => {
      const answer = await this.get(form, { 'x-inertia': 'true', 'x-inertia-version': version });
      return answer.headers['x-inertia'] === 'true' ? answer.json<PageAnswer>().props : null;
    });
  }

  async send(request: InjectOptions): Promise<LightMyRequestResponse> {
    const browser =
      this.cookies[`__Host-${sessionCookie}`] ??
      this.cookies[sessionCookie] ??
      this.cookies['__Host-akada_visitor'] ??
      (this.cookies['akada_visitor'] ??= newVisitor(this.#secret));
    const csrf =
      request.method === 'GET'
        ? {}
        : { 'x-csrf-token': csrfToken(this.#secret, browser), 'idempotency-key': randomUUID() };
    const answer = await this.#app.inject({
      ...request,
      cookies: this.cookies,
      // A form without scripts has its token in the body: `undefined` takes the header away.
      headers: Object.fromEntries(
        Object.entries({ ...csrf, ...request.headers }).filter(([, value]) => value !== undefined),
      ),
    });
    for (const { name, value, maxAge, expires } of answer.cookies) {
      const isGone = value === '' || maxAge === 0 || (expires && expires.getTime() <= 0);
      if (isGone) delete this.cookies[name];
      else this.cookies[name] = value;
    }
    return answer;
  }
}
