import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root, seconds, stampBundle } from './bootstrap.mjs';

const started = Date.now();
const isWatching = process.argv.includes('--watch');

process.chdir(root);
try {
  await build({
    root,
    mode: 'production',
    logLevel: 'warn',
    // Sizes are held by the benchmark's budgets, not by a warning here.
    build: { chunkSizeWarningLimit: 1000, ...(isWatching && { watch: {}, minify: false }) },
  });
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
if (!isWatching) {
  stampBundle();
  console.log(`Built the browser bundle in ${seconds(started)} (${size()} KB gzip in all).`);
}

function size() {
  const assets = readdirSync('dist/client', { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(js|css)$/.test(entry.name),
  );
  const bytes = assets.map((entry) => gzipSync(readFileSync(join(entry.parentPath, entry.name))).length);
  return Math.round(bytes.reduce((sum, length) => sum + length, 0) / 1024);
}
