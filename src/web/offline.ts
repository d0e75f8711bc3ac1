import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { may, type App } from './routes.ts';
import { offlinePage, offlineStyle } from './offline-page.ts';

const file = 'service-worker.js';

/** The service worker with the release that it caches, and the offline page. */
export function registerOffline(app: App): void {
  const { assets } = app.services;
  const apps = app.product.offlineApps.map(({ at, page, app: name }) => ({
    at,
    page,
    files: [...assets.app(name), assets.font],
  }));
  const source = path.join(assets.folder, file);

  app.get(`/${file}`, { config: { ...may('public'), isKept: true } }, async (_request, reply) => {
    if (!existsSync(source)) return reply.callNotFound();
    const release = JSON.stringify({ version: assets.version, shell: assets.shell, apps });
    return (
      reply
        // Not cached, so that a new release takes over at once.
        .header('Cache-Control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(`self.release = ${release};\n${readFileSync(source, 'utf8')}`)
    );
  });

  app.get('/offline', { config: { ...may('public'), isKept: true } }, async (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .header(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'sha256-${createHash('sha256').update(offlineStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(offlinePage),
  );
}
