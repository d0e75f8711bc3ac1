import type { FastifyReply, FastifyRequest } from 'fastify';
import { render, query } from '#kernel/database.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { isHost, isLoopback, knownOrigin, originFrom } from '#kernel/public-origin.ts';
import type { App } from './routes.ts';
import { plainAnswer } from './plain-answer.ts';

interface Known {
  publicUrl: string | null;
  hostname: string | null;
  previous: string | null;
  siteHosts: ReadonlySet<string>;
  readAt: number;
}

const readEvery = 5000;

/** How many milliseconds a request waits for a lookup that may have changed. */
const patience = 1000;

/** The routes of a site under its own host name; everything else in the product has one address. */
const sitePages =
  /^\/($|(sites|pictures|app|assets|orders|unsubscribe)(\/|$)|(robots\.txt|sitemap\.xml|offline|service-worker\.js)$)/;

/**
 * The installation's public address, and the hosts it answers for. A Host header can contain anything: it is never used
 * in links, and a host that is neither the public address nor a published site is refused.
 */
export function registerPublicAddress(app: App): void {
  const { database, environment } = app.services;
  const { publicUrl: configured = null, isProduction } = environment;
  let known: Known | null = null;
  let reading: Promise<Known> | null = null;

  async function read(): Promise<Known> {
    const rows = await database.anonymous(
      (tx) =>
        query<{ found: { publicUrl: string | null; previousUrl: string | null; siteHosts: string[] } }>(tx, render)`
        select akada_addresses() as found`,
    );
    const { publicUrl: stored, previousUrl, siteHosts } = rows[0]!.found;
    const publicUrl = configured ?? stored;
    const hostOf = (url: string | null) => url && new URL(url).hostname;
    known = {
      publicUrl,
      hostname: hostOf(publicUrl),
      // If PUBLIC_URL is set, the address in the database still works for a day after its change.
      previous: hostOf(previousUrl),
      siteHosts: new Set(siteHosts),
      readAt: performance.now(),
    };
    return known;
  }

  /** Concurrent requests share one query. */
  const ask = () => (reading ??= read().finally(() => (reading = null)));
  const addresses = (): Promise<Known> | Known => {
    if (known && performance.now() - known.readAt < readEvery) return known;
    const asked = ask();
    // While the database is away the last known answer is used; requests that need the database fail by themselves.
    const old = known;
    return old
      ? Promise.race([asked, wait(patience, undefined, { ref: false })]).then(
          (found) => found ?? old,
          () => old,
        )
      : asked;
  };

  /** A request from this machine; forwarded requests come from elsewhere. */
  const isAtMachine = ({ hostname, headers, raw }: FastifyRequest) =>
    isLoopback(hostname) &&
    (!isProduction ||
      (isLoopback(raw.socket.remoteAddress?.replace('::ffff:', '') ?? '') &&
        headers['x-forwarded-for'] === undefined &&
        headers['forwarded'] === undefined));

  /** `http://localhost:3000` on this machine, if nothing else is known. */
  const fromHere = (request: FastifyRequest) =>
    isAtMachine(request) ? `${request.protocol}://${request.host.toLowerCase()}` : null;

  function admit(request: FastifyRequest, reply: FastifyReply, { hostname, previous, siteHosts, publicUrl }: Known) {
    const host = request.hostname.toLowerCase();
    // The address is unknown until the first owner changes something.
    if (publicUrl === null || host === hostname || host === previous) return;
    if (siteHosts.has(host)) {
      const route = request.routeOptions.url;
      if (route === undefined || sitePages.test(route)) return;
      if (request.method === 'GET')
        return reply
          .code(302)
          .header('Location', publicUrl + request.url)
          .send();
    } else if (isLoopback(host) && (isAtMachine(request) || isLoopback(hostname!))) return;
    return refuseOrigin(request, reply, publicUrl);
  }

  app.addHook('onRequest', (request, reply, done) => {
    // Everything later may read it as an address.
    if (request.host !== '' && !isHost(request.host))
      return void reply.code(400).header('Cache-Control', 'no-store').send({ message: 'This address is not valid.' });
    const host = request.hostname;
    if (host === known?.hostname || (isLoopback(host) && isAtMachine(request))) return done();
    if (request.routeOptions.url?.startsWith('/health/') || request.routeOptions.url === '/metrics') return done();
    Promise.resolve(addresses())
      .then((found) => {
        if (!admit(request, reply, found)) done();
      })
      .catch(done);
  });

  app.decorate('publicAddress', {
    configured,
    isKnown: () => Boolean(known?.publicUrl),
    stored: async () => (await ask()).publicUrl,
    heardFrom: (request) =>
      configured || isLoopback(request.hostname) ? null : originFrom(`${request.protocol}://${request.host}`),
    forget: () => void (known = null),
  });

  app.decorateRequest('publicOrigin', async function publicOrigin(this: FastifyRequest) {
    const { publicUrl } = configured ? { publicUrl: configured } : await addresses();
    const origin = publicUrl ?? fromHere(this) ?? (await this.heardOrigin());
    return knownOrigin(origin);
  });

  app.decorateRequest('siteOrigin', async function siteOrigin(this: FastifyRequest) {
    const { publicUrl, hostname, siteHosts } = await addresses();
    const host = this.hostname.toLowerCase();
    const here = `${this.protocol}://${this.host.toLowerCase() || 'localhost'}`;
    if (publicUrl === null) return { origin: here, app: '', isConfirmed: isAtMachine(this) };
    if (siteHosts.has(host) && host !== hostname) return { origin: here, app: publicUrl, isConfirmed: true };
    return { origin: isLoopback(host) ? here : publicUrl, app: '', isConfirmed: true };
  });
}

function refuseOrigin(request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  reply.code(421).header('Cache-Control', 'no-store').header('Connection', 'close');
  // Other programs are never answered with a page.
  if (request.routeOptions.config.may === 'machine' || !/text\/html/.test(request.headers.accept ?? ''))
    return reply.send({ message: `This server is not available at this address. Open ${publicUrl} instead.` });
  return plainAnswer(reply, 'Wrong address', 'This server is not available at this address.', publicUrl);
}
