import { parse } from 'node:querystring';
import rateLimit from '@fastify/rate-limit';
import fastify, { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import { handOver, type Directory } from '#kernel/directory.ts';
import { networkOf } from '#kernel/network-of.ts';
import { fingerprintOf } from '#kernel/secrets/check-secret.ts';
import { securityHeaders } from '#web/security-headers.ts';
import { isSigned } from '../institution/signing.ts';
import { leadBy } from './lead.ts';
import { largestMessage, Message, signatureHeader } from './message.ts';
import { pagesOf } from './pages.ts';
import type { Store } from './store.ts';

interface Options {
  directory: Directory;
  store: Store;
  assets: Parameters<typeof pagesOf>[1];
  trustProxy?: boolean;
  logger?: FastifyBaseLogger;
}

/** Of one network in a minute: a whole school may share one. */
const perMinute = 600;
const signInsPerMinute = 300;
const messagesPerMinute = 3000;

/** The one public address in front of several installations. It redirects, and never sees a password. */
export async function createDirectory({ directory, store, assets, trustProxy, logger }: Options) {
  const { cells, keys } = directory;
  const pages = await pagesOf(directory, assets);
  const lead = leadBy(directory, store);
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    trustProxy: trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 10_000,
    requestTimeout: 30_000,
  });
  const always = securityHeaders();
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(always).header('Cache-Control', 'no-store');
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parse(body as string)),
  );
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
    allowList: ({ url }) => url.startsWith('/health/'),
  });

  const show = (reply: FastifyReply, page: string) =>
    reply.header('Content-Security-Policy', pages.policy).type('text/html; charset=utf-8').send(page);

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 503;
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (request.url.startsWith('/cells/')) return reply.code(status).send({ message: error.message });
    if (status === 429) return show(reply.code(429), pages.trouble('Too many requests. Wait a minute, then continue.'));
    const message = 'Your region can’t be found at the moment. Choose it, or try again in a minute.';
    return show(reply.code(status), status < 500 ? pages.lost('/') : pages.trouble(message));
  });

  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async () => {
    await store.ready();
    return { status: 'ok' };
  });

  const messages = { bodyLimit: largestMessage, config: { rateLimit: { max: messagesPerMinute } } };
  app.post<{ Params: { cell: string } }>('/cells/:cell', messages, async (request, reply) => {
    const message = provedMessage(request);
    if (typeof message === 'string') return reply.code(403).send({ message });
    const known = await store.take(message);
    return known === null ? reply.code(204).send() : reply.code(409).send({ revision: known });
  });

  /** What a cell says, if it is signed by it; else why it is refused. */
  function provedMessage({ params, headers, body }: FastifyRequest<{ Params: { cell: string } }>): Message | string {
    const cell = cells.find(({ number }) => String(number) === params.cell);
    const signature = String(headers[signatureHeader] ?? '');
    const isProved = Buffer.isBuffer(body) && cell?.keys.some((key) => isSigned(body, signature, key));
    if (!cell || !isProved) return 'The signature is not of an installation in AKADA_CELLS.';
    const message = Message.parse(JSON.parse(body.toString()));
    if (message.cell !== cell.number) return 'It is signed by another installation.';
    if (!keys.some((key) => fingerprintOf(key) === message.key)) return 'AKADA_DIRECTORY_KEY is another one here.';
    return message;
  }

  app.get('/regions', async (_request, reply) => show(reply, pages.regions()));

  const signIn = { config: { rateLimit: { max: signInsPerMinute } } };
  for (const path of ['/', '/sign-in'])
    app.post<{ Body: { identifier?: unknown } | null }>(path, signIn, async ({ body }, reply) => {
      const typed = typeof body?.identifier === 'string' ? body.identifier.trim().slice(0, 200) : '';
      if (!typed) return show(reply.code(422), pages.signIn('Your username, e-mail or phone is required.'));
      const { address } = await lead.person(typed);
      return reply
        .code(303)
        .header('Location', `${address}/sign-in?as=${handOver(keys[0]!, typed)}`)
        .send();
    });

  const front = async (request: FastifyRequest, reply: FastifyReply) => {
    const to = request.url.startsWith('/') && (await lead.address(request.hostname.toLowerCase(), request.url));
    const isRead = ['GET', 'HEAD'].includes(request.method);
    // 308 keeps the method: a provider sends the same report again.
    if (to)
      return reply
        .code(isRead ? 302 : 308)
        .header('Location', to)
        .send();
    if (isRead && /^\/(sign-in\/?)?(\?|$)/.test(request.url)) return show(reply, pages.signIn());
    return show(reply.code(404), pages.lost(isRead && request.url.startsWith('/') ? request.url : '/'));
  };
  // Bodies of other requests are not read.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.all('/*', front);
  return app;
}
