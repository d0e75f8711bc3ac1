import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, mergeConfig } from 'vite';
import { productBundle, serverBundle } from '../vite.config.ts';
import { root, seconds, stampBundle } from './bootstrap.mjs';

const started = Date.now();
const isWatching = process.argv.includes('--watch');
// npm run build -- [client] [product]: one of them, or else both.
const isWanted = (name: string) => isWatching || process.argv.includes(name) || process.argv.length === 2;

process.chdir(root);
const mode = isWatching ? 'gallery' : 'production';
const watching = isWatching && { watch: {}, minify: false };
try {
  if (isWanted('client')) await buildClient();
  // Developers run the sources.
  if (isWanted('product') && !isWatching) await buildProduct();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

async function buildClient() {
  await build(
    mergeConfig({ ...serverBundle, configFile: false }, { root, mode, logLevel: 'warn', build: watching || {} }),
  );
  await build({
    root,
    mode,
    logLevel: 'warn',
    // The benchmark's budgets limit sizes.
    build: { chunkSizeWarningLimit: 1000, ...watching },
  });
  if (isWatching) return;
  const size = await compress();
  stampBundle('client');
  console.log(`Built the bundle in ${seconds(started)} (${Math.round(size / 1024)} KB gzip in all).`);
}

async function buildProduct() {
  const from = Date.now();
  await build({ ...productBundle, configFile: false, root, mode, logLevel: 'warn' });
  stampBundle('product');
  console.log(`Built the server in ${seconds(from)}.`);
}

/** Compresses as far as possible, since the server sends these files unchanged. Returns their total size with gzip. */
async function compress() {
  const files = readdirSync('dist/client', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
      return gz.length;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
