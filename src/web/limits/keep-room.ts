import { DiskFull } from '#kernel/errors.ts';
import type { App } from '../routes.ts';

// Little is written by them, and who cannot sign in cannot read either.
const always = new Set(['/sign-in', '/sign-in/code', '/sign-out']);

/** Refuses what would be saved before the disk is full to the last byte: PostgreSQL would end, and nothing could be read. */
export function keepRoom(app: App): void {
  const { hasRoom } = app.services;
  if (!hasRoom) return;
  app.addHook('onRequest', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead || always.has(request.routeOptions.url ?? '') || hasRoom()) return done();
    done(new DiskFull('The disk has too little room left.'));
  });
}
