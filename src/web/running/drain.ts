import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../routes.ts';

const longest = 1000;
const looksEvery = 20;

/**
 * Lets go of connections before the listener closes. A connection that is closed while its browser or proxy sends the
 * next request over it loses that request; one whose last answer says `Connection: close` does not.
 */
export function registerDrain(app: App): void {
  let isDraining = false;
  app.addHook('onRequest', (request, _reply, done) => {
    // A balancer goes elsewhere.
    if (isDraining && request.routeOptions.url === '/health/ready') return done(ending());
    done();
  });
  // At the answer: a request that came before we drain may be answered after the idle connections were let go.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('Connection', 'close');
    done(null, payload);
  });
  app.decorate('drain', async () => {
    isDraining = true;
    app.endStreams();
    // Whoever writes the program does not wait for a browser at every change.
    const until = performance.now() + (app.services.environment.isProduction ? longest : 0);
    while (performance.now() < until && (await connections(app)) > 0) await wait(looksEvery);
  });
}

const ending = () => Object.assign(new Error('The server is ending.'), { statusCode: 503 });

const connections = ({ server }: App) =>
  new Promise<number>((done) => server.getConnections((error, count) => done(error ? 0 : count)));
