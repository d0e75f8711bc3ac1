import type { FastifyRequest } from 'fastify';
import { institutionIn } from '#kernel/cells.ts';
import { query, render, type Database } from '#kernel/database.ts';
import type { Moved } from '#kernel/moved.ts';
import type { App } from './routes.ts';

/** Addresses on paper, of which each is looked up. */
const printed = /^\/(verify|students|employees|guardians)\//;

/** Milliseconds until an institution that was closed elsewhere leads on here. */
const readEvery = 60_000;

/** Leads visitors of institutions that have moved on to where these are now, and the messages of other programs too. */
export function registerMoved(app: App): void {
  const { database } = app.services;
  let moved: Moved[] = [];
  let readAt = 0;

  async function read() {
    readAt = performance.now();
    const rows = await database.anonymous((tx) => query<{ moved: Moved[] }>(tx, render)`select akada_moved() as moved`);
    moved = rows[0]!.moved;
  }

  // Without the database nothing else works either.
  app.addHook('onReady', () => read().catch(() => {}));
  app.addHook('onRequest', (request, reply, done) => {
    if (performance.now() - readAt > readEvery) read().catch(() => {});
    if (moved.length === 0 || /^\/(assets|health|metrics)(\/|$)/.test(request.url)) return done();
    leadOn(database, request, moved).then((address) => {
      if (address === null) return done();
      // 308 keeps the method: a provider sends the same report again.
      void reply.header('Cache-Control', 'no-store').redirect(address, request.method === 'GET' ? 302 : 308);
    }, done);
  });
}

async function leadOn(database: Database, request: FastifyRequest, moved: Moved[]): Promise<string | null> {
  const { url } = request;
  const host = request.hostname.toLowerCase();
  const ofHost = moved.find(({ hosts }) => hosts.includes(host));
  if (ofHost) return ofHost.to + (url === '/' ? `/sites/${ofHost.slugs[0] ?? ''}` : url);
  const { slug, institution = '', code = '' } = request.params as Partial<Record<string, string>>;
  const id = institutionIn(institution) || parseInt(/^([0-9a-z]{1,6})-[0-9a-z]{1,11}-/.exec(code)?.[1] ?? '', 36);
  const found = moved.find((one) => one.id === id || (slug !== undefined && one.slugs.includes(slug)));
  if (found) return found.to + url;
  const [path = ''] = url.split('?');
  if (!printed.test(path)) return null;
  const [link] = await database.anonymous(
    (tx) => query<{ to: string | null }>(tx, render)`select akada_moved_link(${path}) as to`,
  );
  return link?.to ? link.to + url : null;
}
