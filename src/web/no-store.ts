import type { App } from './routes.ts';

/**
 * Answers must not be cached by browsers or proxies, unless the route declares `isKept` and the answer says for how
 * long: pages, codes and links belong to one user.
 */
export function registerNoStore(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const cacheControl = reply.getHeader('cache-control');
    const mayKeep = request.routeOptions.config?.isKept || request.is404;
    if (cacheControl === undefined || (!mayKeep && !String(cacheControl).includes('no-store')))
      void reply.header('Cache-Control', 'no-store');
    done(null, payload);
  });
}
