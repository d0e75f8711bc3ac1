import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Assets } from '#web/routes.ts';

type Drawing = Pick<Assets, 'rendererOf' | 'documentOf'>;

/** Vitest runs the sources of public pages; Node runs what was built of them, for it reads no JSX. */
const drawing = (): Promise<Drawing> =>
  process.env['VITEST']
    ? import('#web/public-pages/render.tsx')
    : import(pathToFileURL(join(import.meta.dirname, '../../dist/server/render.js')).href);

/** A bundle that nobody built: for tests that never look at scripts and styles. */
export const noAssets = (folder: string, version = 'test'): Assets => ({
  version,
  folder,
  shell: [],
  font: '/assets/font.woff2',
  files: () => [],
  app: () => [],
  head: () => ({ styles: '', scripts: '' }),
  publicPage: { css: '', scripts: [] },
  entrance: { css: '', scripts: [] },
  ahead: [],
  hydratedPage: (name) => ({ css: '', file: name, scripts: [] }),
  rendererOf: async (name) => (await drawing()).rendererOf(name),
  documentOf: async (name) => (await drawing()).documentOf(name),
});
