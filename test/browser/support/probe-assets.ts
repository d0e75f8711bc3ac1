import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Assets {
  folder: string;
  version: string;
  script: string;
  styles: string[];
  /** The script of one of the probe's pages; what that imports the browser finds. */
  files(component: string): string[];
}

export function readAssets(folder: string): Assets {
  const text = readFileSync(join(folder, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, { file: string; css?: string[] }>;
  const entry = manifest['src/web/client/main.tsx'];
  if (!entry) throw new Error(`The build in ${folder} has no entry.`);
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const files = (component: string) => [manifest[sourceOf(component)]!.file];
  return { folder, version, script: entry.file, styles: entry.css ?? [], files };
}

export function shell(content: object, nonce: string, { script, styles }: Assets): string {
  const data = JSON.stringify(content).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Probe</title>
<meta name="csrf-token" content="${token}"><link rel="icon" href="data:,">
${styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`).join('')}
<script nonce="${nonce}" type="module" src="/assets/${script}"></script></head>
<body><script nonce="${nonce}" type="application/json" data-page="app">${data}</script><div id="app"></div></body></html>`;
}

const sourceOf = (component: string) => `test/browser/support/features/${component.replace('/', '/pages/')}.page.tsx`;

export const token = 'probe-token';
