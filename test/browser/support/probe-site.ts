import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { pause } from '#test/harness/time.ts';
import { readAssets, shell, token } from './probe-assets.ts';

/**
 * A server that speaks the page protocol and can do what the product never should: fail, answer with plain text,
 * disappear, become another release. What it was asked is in `asked`.
 */
export async function openProbeSite(build: string, elsewhere = '') {
  const app = Fastify({ forceCloseConnections: true });
  const asked: { method: string; url: string; headers: FastifyRequest['headers'] }[] = [];
  const served = new Map<string, number>();
  let assets = readAssets(build);
  let broken = false;

  await app.register(fastifyStatic, { root: build, serve: false });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/assets/')) return;
    asked.push({ method: request.method, url: request.url, headers: request.headers });
    if (request.method !== 'GET' && request.headers['x-csrf-token'] !== token) {
      return reply.code(403).send({ message: 'The page was open for too long.' });
    }
    const stale = request.headers['x-inertia'] && request.headers['x-inertia-version'] !== assets.version;
    if (stale && request.method === 'GET') return reply.code(409).header('X-Inertia-Location', request.url).send();
  });
  app.get('/assets/*', (request, reply) => reply.sendFile((request.params as { '*': string })['*'], assets.folder));

  const page = (request: FastifyRequest, reply: FastifyReply, component: string, props: object, more: object = {}) => {
    const address = request.url;
    const content = {
      component,
      files: assets.files(component),
      props: { errors: {}, shell: null, ...props },
      url: address,
      version: assets.version,
      ...more,
    };
    reply.header('Vary', 'X-Inertia').header('X-XHR-Redirected-To', address);
    if (request.headers['x-inertia']) return reply.header('X-Inertia', 'true').send(content);
    const nonce = randomBytes(8).toString('hex');
    return reply
      .header(
        'Content-Security-Policy',
        `default-src 'self'; img-src 'self' data:; style-src 'self' 'nonce-${nonce}'; script-src 'self' 'nonce-${nonce}'; connect-src 'self' ${elsewhere}`,
      )
      .type('text/html; charset=utf-8')
      .send(shell(content, nonce, assets));
  };

  app.get('/start', (request, reply) => page(request, reply, 'probe/start', { elsewhere }));
  app.get('/numbered/:number', (request, reply) => {
    served.set(request.url, (served.get(request.url) ?? 0) + 1);
    const { number } = request.params as { number: string };
    return page(request, reply, 'probe/numbered', { number: Number(number), served: served.get(request.url) });
  });
  app.get('/redirected', (_request, reply) => reply.redirect('/numbered/7'));
  app.get('/missing', (_request, reply) => reply.code(404).type('text/html').send('<h1>Not here</h1>'));
  app.get('/forbidden', (_request, reply) => reply.code(403).type('text/html').send('<h1>Not for you</h1>'));
  app.get('/unfit', (request, reply) =>
    request.headers['x-inertia']
      ? reply.code(422).send({ message: 'No such day.', errors: { from: 'There is no 31 February 2026.' } })
      : reply.code(422).type('text/html').send('<h1>No such day</h1>'),
  );
  app.get('/broken', (_request, reply) => reply.code(500).type('text/html').send('<h1>Broken</h1>'));
  app.get('/plain', (_request, reply) => reply.type('text/plain').send('only text'));
  app.get('/slow', async (request, reply) => {
    await pause(1500);
    return page(request, reply, 'probe/numbered', { number: 99, served: 1 });
  });
  app.get('/deferred', async (request, reply) => {
    if (request.headers['x-inertia-partial-data'] === undefined) {
      return page(request, reply, 'probe/deferred', {}, { deferredProps: { default: ['total'] } });
    }
    await pause(400);
    return broken ? reply.code(500).send('no') : page(request, reply, 'probe/deferred', { total: 12 });
  });

  app.get('/form', (request, reply) => page(request, reply, 'probe/form', {}));
  app.post('/form', async (request, reply) => {
    const { name } = request.body as { name: string };
    // The line is cut before there is an answer.
    if (name === 'Cut') return request.raw.socket.destroy();
    await pause(200);
    if (name === 'Obi')
      return reply.code(422).send({ message: 'Look at the fields.', errors: { name: 'Obi is taken.' } });
    return reply.redirect('/numbered/1', 303);
  });
  app.post('/writes/broken', (_request, reply) => reply.code(500).type('text/plain').send('oops'));
  app.post('/writes/refused', (_request, reply) => reply.code(409).send({ message: 'Ada was changed meanwhile.' }));
  app.post('/writes/sent-on-to-nothing', (_request, reply) => reply.redirect('/missing', 303));

  app.get('/remote', (request, reply) => page(request, reply, 'probe/remote', {}));
  app.get('/remote/list', (request) => request.query);
  app.post('/remote', (request, reply) => {
    const { batch } = request.body as { batch: string };
    if (batch === 'full') return reply.code(422).send({ message: 'No room.', errors: { batch: 'The batch is full.' } });
    return reply.type('text/plain').send('success');
  });

  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    token,
    asked,
    /** Puts another build in place of the present one, whose files are gone then. */
    deploy: (next: string) => void (assets = readAssets(next)),
    breakDeferred: () => void (broken = true),
    kill: () => kill(app),
  };
}

/** A second origin that lets any page read its answers and tells what it was sent. */
export async function openForeignSite() {
  const app = Fastify({ forceCloseConnections: true });
  const asked: { method: string; url: string; headers: FastifyRequest['headers'] }[] = [];
  app.addHook('onRequest', async (request, reply) => {
    asked.push({ method: request.method, url: request.url, headers: request.headers });
    reply.headers({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': String(request.headers['access-control-request-headers'] ?? '*'),
      'Access-Control-Allow-Methods': 'POST',
    });
    if (request.method === 'OPTIONS') return reply.code(204).send();
  });
  app.all('/collect', (_request, reply) => reply.type('text/plain').send('thanks'));
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), asked, kill: () => kill(app) };
}

/** Also ends connections that come in while the server is closing, as a killed process does. */
async function kill(app: FastifyInstance): Promise<void> {
  const again = setInterval(() => app.server.closeAllConnections(), 20);
  await app.close().finally(() => clearInterval(again));
}
