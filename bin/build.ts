import { brotliCompress, constants, gzip } from 'node:zlib';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, mergeConfig } from 'vite';
import { serverBundle } from '../vite.config.ts';
import { root, seconds, stampBundle } from './bootstrap.mjs';

const started = Date.now();
const isWatching = process.argv.includes('--watch');

process.chdir(root);
const mode = isWatching ? 'gallery' : 'production';
const watching = isWatching && { watch: {}, minify: false };
try {
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
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
if (!isWatching) {
  const size = await compress();
  stampBundle();
  console.log(`Built the bundle in ${seconds(started)} (${Math.round(size / 1024)} KB gzip in all).`);
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
