import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, mergeConfig } from 'vite';
import type { Plugin, UserConfig } from 'vite';
import config, { parts, serverBundle } from '../../../vite.config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the browser's bundle into a new folder, as a release does, with the gallery; the server's is beside it. */
export const buildProduct = async () => {
  const folder = await newFolder();
  await buildAt(join(folder, 'server'), serverBundle);
  return buildInto(join(folder, 'client'), config);
};

/** The same with the pages of this folder in place of the features'; another release has other scripts. */
export const buildProbe = async (release: string) => {
  const others = config.plugins!.filter((plugin) => (plugin as Plugin).name !== 'parts');
  return buildInto(await newFolder(), {
    ...config,
    plugins: [...others, parts('test/browser/support'), probePages(release)],
  });
};

const newFolder = () => mkdtemp(join(tmpdir(), 'akada-bundle-'));

async function buildInto(outDir: string, whole: UserConfig): Promise<string> {
  await buildAt(outDir, whole);
  await compress(outDir);
  return outDir;
}

async function buildAt(outDir: string, whole: UserConfig): Promise<void> {
  const own = {
    root,
    configFile: false as const,
    mode: 'gallery',
    logLevel: 'error' as const,
    build: { outDir, emptyOutDir: true },
  };
  // Vitest's NODE_ENV is 'test', which would make a development build.
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  await build(mergeConfig(whole, own)).finally(() => (process.env['NODE_ENV'] = NODE_ENV));
}

/** As a release has them: else the server would compress each script anew for each window. */
async function compress(folder: string) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      await writeFile(`${path}.gz`, await promisify(gzip)(await readFile(path)));
    }),
  );
}

function probePages(release: string): Plugin {
  return {
    name: 'probe-pages',
    enforce: 'pre',
    resolveId: (id) => (id === '../layouts.tsx' ? join(root, 'test/browser/support/layouts.tsx') : null),
    transform(code, id) {
      if (id.endsWith('src/web/client/main.tsx')) return `${code}\nwindow.release = ${JSON.stringify(release)};`;
      // Another release has other scripts: their names carry a hash of their content.
      return /probe\/pages\//.test(id) ? `${code}\nexport const release = ${JSON.stringify(release)};` : null;
    },
  };
}
