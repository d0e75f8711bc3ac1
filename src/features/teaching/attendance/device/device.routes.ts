import { keyFor } from '#kernel/secrets/keys.ts';
import { may, type App } from '#web/routes.ts';
import { seeingRegisters } from '../registers/place.queries.ts';
import { packOf, type SentPack } from './pack.queries.ts';
import type { OfflineApp } from '#kernel/contracts/offline-app.ts';

/** An idle session ends after 12 hours, and the key of the device with it. */
const idleMs = 12 * 3_600_000;

/** What devices need to take registers without a network. */
export function deviceRoutes(app: App): void {
  const { secret, assets } = app.services;

  app.get('/registers/device', { config: may(...seeingRegisters) }, async (request, reply) => {
    const { pack, accountId, name } = await request.read(async (db, actor) => ({
      pack: await packOf(db, actor),
      accountId: actor.accountId!,
      name: actor.name,
    }));
    const key = keyFor(secret, `registers on devices:${accountId}`).toString('base64');
    const sent: SentPack = { accountId, name, key, msLeft: idleMs, csrf: reply.formToken(), pack };
    return reply.header('Cache-Control', 'no-store').send(sent);
  });

  // Nothing of anybody: what the device keeps is read in the browser.
  app.get('/registers/offline', { config: { ...may('public'), isKept: true } }, async (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .header('Content-Security-Policy', registersOfflinePolicy)
      .type('text/html; charset=utf-8')
      .send(registersOfflinePage(assets.app(registersApp.app))),
  );
}

const registersOfflinePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page in which registers are taken without a network. It has nothing of anybody in it. */
function registersOfflinePage(files: readonly string[]): string {
  const styles = files.filter((file) => file.endsWith('.css'));
  const [main, ...others] = files.filter((file) => !file.endsWith('.css'));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Registers · Akada</title>
${styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n')}
${others.map((file) => `<link rel="modulepreload" href="${file}">`).join('\n')}
<script type="module" src="${main}"></script>
</head>
<body>
<div id="registers"></div>
<noscript>Registers need JavaScript.</noscript>
</body>
</html>
`;
}

/** The page in which registers are taken without a network. */
export const registersApp: OfflineApp = { at: '/registers', page: '/registers/offline', app: 'attendance/registers' };
