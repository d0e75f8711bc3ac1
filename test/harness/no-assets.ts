import type { Assets } from '#web/routes.ts';

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
  // Vitest runs what Vite would build.
  rendererOf: async (name) => (await import('#web/public-pages/render.tsx')).rendererOf(name),
  documentOf: async (name) => (await import('#web/public-pages/render.tsx')).documentOf(name),
});
