import { DiskFull } from '#kernel/errors.ts';
import type { App } from '../routes.ts';

// They write little, and users who cannot sign in cannot read either.
const always = new Set(['/sign-in', '/sign-in/code', '/sign-out']);

/** Refuses writes shortly before the disk is full: on a full disk PostgreSQL stops, and nothing can be read. */
export function guardDisk(app: App): void {
  const { hasRoom } = app.services;
  if (!hasRoom) return;
  app.addHook('onRequest', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead || always.has(request.routeOptions.url ?? '') || hasRoom()) return done();
    done(new DiskFull('The server’s disk is almost full.'));
  });
}
