import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../routes.ts';

const longest = 1000;
const looksEvery = 20;

/**
 * Before the end, load balancers get time to notice that this process is leaving, while it still serves everything.
 * Then it closes connections before the listener. If a connection is closed while the browser or proxy sends the next
 * request, that request is lost; this cannot happen after an answer with `Connection: close`.
 */
export function registerDrain(app: App): void {
  let isLeaving = false;
  let isDraining = false;
  app.addHook('onRequest', (request, reply, done) => {
    if (!isLeaving || request.routeOptions.url !== '/health/ready') return done();
    void reply.code(503).send({ status: 'draining' });
  });
  // When answering: a request that arrived before draining may be answered after idle connections were closed.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('Connection', 'close');
    done(null, payload);
  });
  app.decorate('leave', async (seconds: number) => {
    isLeaving = true;
    await wait(seconds * 1000);
  });
  app.decorate('drain', async () => {
    isLeaving = true;
    isDraining = true;
    app.endStreams();
    // In development a restart does not wait for browsers.
    const until = performance.now() + (app.services.environment.isProduction ? longest : 0);
    while (performance.now() < until && (await connections(app)) > 0) await wait(looksEvery);
  });
}

const connections = ({ server }: App) =>
  new Promise<number>((done) => server.getConnections((error, count) => done(error ? 0 : count)));
