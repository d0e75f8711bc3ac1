import type { App } from './routes.ts';

/**
 * No browser or proxy keeps an answer, unless its route declares that it may be kept (`isKept`) and the answer says for
 * how long: pages, codes and links belong to whoever asked.
 */
export function registerKeeping(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const said = reply.getHeader('cache-control');
    const mayKeep = request.routeOptions.config?.isKept || request.is404;
    if (said === undefined || (!mayKeep && !String(said).includes('no-store')))
      void reply.header('Cache-Control', 'no-store');
    done(null, payload);
  });
}
