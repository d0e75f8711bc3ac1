import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { may, type App } from './routes.ts';

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

/** Colours as in tokens.css: this page must work without any other file. */
const offlineStyle = `
:root{color-scheme:light dark;--paper:#faf8f4;--surface:#fff;--line:#e6e1d8;--ink:#1b1d28;--ink-2:#4a4e60;--accent:#2b3a8f;--on:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#12131a;--surface:#1a1c26;--line:#3d4051;--ink:#ecebf2;--ink-2:#b9bbcb;--accent:#8e9bf0;--on:#12131a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--paper);color:var(--ink);font:14px/20px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif}
main{max-width:440px;padding:32px;border:1px solid var(--line);border-radius:6px;background:var(--surface)}
svg{color:var(--accent)}
h1{margin:12px 0 8px;font-size:20px;line-height:28px}
p{margin:0 0 12px;color:var(--ink-2)}
a{display:inline-block;margin-top:8px;padding:10px 16px;border-radius:6px;background:var(--accent);color:var(--on);font-weight:500;text-decoration:none}
a.more{margin-left:8px;border:1px solid var(--line);background:none;color:var(--ink)}
a:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
`;

/** The page for an address that could not be fetched. It says so and stores nothing. */
const offlinePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No connection · Akada</title>
<style>${offlineStyle}</style>
</head>
<body>
<main>
<svg width="40" height="40" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><path d="M12 18h.01M9.2 15.2a4 4 0 0 1 5.6 0M6.3 12.3a8 8 0 0 1 3.1-1.9m3.4-.3a8 8 0 0 1 4.9 2.2M3.5 9.5a12 12 0 0 1 3.3-2.3m3.5-1.1a12 12 0 0 1 10.2 3.4M3 3l18 18"/></svg>
<h1>You are offline</h1>
<p>This page couldn’t be loaded because there is no connection to the school’s server.</p>
<p>Saved data is safe. If you were saving a form, it was not sent: your entries are kept as a draft in this tab and restored when the page loads. Pages are not stored on this device, so other people who use it cannot read them.</p>
<a href="">Try again</a>
<a class="more" hidden href="/registers">Take a register</a>
</main>
</body>
</html>
`;
