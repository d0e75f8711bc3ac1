import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../routes.ts';

const longest = 1000;
const looksEvery = 20;

/**
 * Closes connections before the listener. If a connection is closed while the browser or proxy sends the next request,
 * that request is lost; this cannot happen after an answer with `Connection: close`.
 */
export function registerDrain(app: App): void {
  let isDraining = false;
  app.addHook('onRequest', (request, _reply, done) => {
    // A load balancer uses another process.
    if (isDraining && request.routeOptions.url === '/health/ready') return done(ending());
    done();
  });
  // When answering: a request that arrived before draining may be answered after idle connections were closed.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('Connection', 'close');
    done(null, payload);
  });
  app.decorate('drain', async () => {
    isDraining = true;
    app.endStreams();
    // In development a restart does not wait for browsers.
    const until = performance.now() + (app.services.environment.isProduction ? longest : 0);
    while (performance.now() < until && (await connections(app)) > 0) await wait(looksEvery);
  });
}

const ending = () => Object.assign(new Error('The server is shutting down.'), { statusCode: 503 });

const connections = ({ server }: App) =>
  new Promise<number>((done) => server.getConnections((error, count) => done(error ? 0 : count)));
