import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, mergeConfig } from 'vite';
import type { Plugin } from 'vite';
import config from '../../../vite.config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the product's own client entry with the pages of this folder in place of the features', into a new folder. */
export async function buildProbe(release: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'akada-probe-'));
  await build(
    mergeConfig(config, {
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [probePages(release)],
      build: { outDir, emptyOutDir: true },
    }),
  );
  return outDir;
}

function probePages(release: string): Plugin {
  return {
    name: 'probe-pages',
    enforce: 'pre',
    resolveId: (id) => (id === '../layouts.tsx' ? join(root, 'test/browser/support/layouts.tsx') : null),
    transform(code, id) {
      if (id.endsWith('src/web/client/main.tsx')) {
        return (
          code.replaceAll('../../features/', '../../../test/browser/support/features/') +
          `\nwindow.release = ${JSON.stringify(release)};`
        );
      }
      // Another release has other scripts: their names carry a hash of their content.
      return /probe\/pages\//.test(id) ? `${code}\nexport const release = ${JSON.stringify(release)};` : null;
    },
  };
}
