import { globSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

/** What the server names in its answers, to be loaded by that name (src/web/assets.ts): no script has a list of it. */
export const parts = (folder: string): Plugin => ({
  name: 'parts',
  buildStart() {
    const files = globSync([
      `${folder}/features/**/*.{page,tab,card,app,public}.tsx`,
      `${folder}/web/pages/*.page.tsx`,
    ]);
    // A release has no gallery; bundles for development and tests do.
    const gallery = this.environment.config.mode === 'gallery' ? globSync('test/gallery/pages/*.page.tsx') : [];
    for (const id of [...files, ...gallery]) this.emitFile({ type: 'chunk', id, preserveSignature: 'strict' });
  },
});

// Cheap phones with Chrome from 100 on; the rest of this list came out at the same time.
const browsers = ['es2022', 'chrome100', 'firefox100', 'safari15.4'];

/**
 * The public pages as plain JavaScript for Node, which runs no JSX, with their React. Beside the browser's bundle, but
 * not in it: nothing serves this folder. docs/decisions/0054-one-way-to-write-a-page.md.
 */
export const serverBundle: UserConfig = {
  base: '/assets/',
  plugins: [react()],
  publicDir: false,
  ssr: { noExternal: true },
  // Else React's slow half for developers comes along.
  define: { 'process.env.NODE_ENV': '"production"' },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    minify: true,
    rolldownOptions: {
      input: { render: 'src/web/public-pages/render.tsx', 'draw-thread': 'src/web/preview/draw-thread.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
};

/** Where a module is, for its threads, papers and texts: they stay beside the sources. */
const inSources: Plugin = {
  name: 'in-sources',
  transform: {
    filter: { id: /\/(bin|src)\/[^?]*\.m?ts$/, code: /import\.meta\.(url|dirname)/ },
    handler(code, id) {
      const source = `../../${path.relative(import.meta.dirname, id)}`;
      return code
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${path.dirname(source)}`)})`);
    },
  },
};

/** One other letter would make a text of two bytes a letter of the whole file. */
const latinOnly: Plugin = {
  name: 'latin-only',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(/\P{ASCII}/gu, (letter) => letter.split('').map(escaped).join(''));
  },
};

/** Half of a letter beyond the first 65,536 too. */
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * The server with its packages: hundreds of files take long to find and load. Native ones stay as they are, as do those
 * that few starts need, and pino, which looks for files beside its own.
 */
export const productBundle: UserConfig = {
  plugins: [inSources, latinOnly],
  publicDir: false,
  ssr: {
    noExternal: true,
    external: [
      '@napi-rs/image',
      '@node-rs/argon2',
      'hucre',
      'nodemailer',
      'pdfkit',
      'pino',
      '@opentelemetry/api',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      '@opentelemetry/exporter-trace-otlp-http',
    ],
  },
  build: {
    ssr: true,
    outDir: 'dist/product',
    target: 'node24',
    rolldownOptions: {
      input: { server: 'bin/server.ts' },
      // The gallery, for developers alone.
      external: /^#test\//,
      // Names stay for the log's traces.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
};

/** The browser's bundle. The server reads the manifest to link scripts and styles; no HTML is built here. */
export default defineConfig({
  base: '/assets/',
  plugins: [react(), parts('src')],
  publicDir: false,
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist/client',
    assetsDir: '.',
    manifest: true,
    target: browsers,
    // Nothing may sit in the page as data: the content policy only allows what comes from our own address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      // Who is signed in gets React; a visitor gets a page that is there already and a script that only helps.
      input: {
        main: 'src/web/client/main.tsx',
        site: 'src/web/public/site.ts',
        entrance: 'src/web/entrance/start.ts',
        hydrate: 'src/web/public-pages/hydrate.ts',
        'service-worker': 'src/web/client/service-worker.ts',
      },
      output: {
        // The browser knows a service worker by its address.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : '[name]-[hash].js'),
        codeSplitting: {
          // On a thin network each file costs a turn and a kilobyte of headers: few files, each for what changes together.
          groups: [
            // What every page needs and what changes least: cached over releases. Public pages need React alone.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            {
              name: 'vendor',
              test: /node_modules\/(@inertiajs|es-toolkit|laravel-precognition|clsx)\/|@oxc-project/,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // Fields that open something: not on lists. Their calendar comes by itself when the first one opens.
            {
              name: 'fields',
              test: /src\/ui\/fields\/(?!uploads\/check-files)/,
              minShareCount: 2,
              // What they are made of stays with the kit, or every page would need this file.
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // Lists that a person puts in order: not on those that one looks through.
            {
              name: 'sort-list',
              test: /src\/ui\/sort-list\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // Tables of records with their filters: on no record and no form. Grids of cells and charts: on few pages.
            ...Object.entries({
              lists:
                /src\/(ui\/lists\/(?!list-trail|list-end)|web\/client\/(list-page|use-report-entry|record-columns))/,
              grid: /src\/ui\/grid\//,
              graphs: /src\/ui\/charts\/graph\/|node_modules\/d3-/,
              charts: /src\/ui\/charts\/(?!graph\/)/,
            }).map(([name, test]) => ({
              name,
              test,
              minShareCount: 3,
              includeDependenciesRecursively: false,
              priority: 3,
            })),
            // Rows in a form, amounts, and files that are checked before they are taken: on few forms.
            ...[
              'ui/records/nested-records',
              'ui/forms/money-field',
              'web/client/checked-file',
              'web/client/record-fields',
              'web/client/use-answer',
            ].map((part) => ({
              name: part.replace(/.*\//, ''),
              test: new RegExp(`src/${part}`),
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 3,
            })),
            // Figures and bars beside rows: lists need them without the parts of forms and records.
            {
              name: 'figures',
              test: /src\/ui\/records\/(stat|fill-bar|card)\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 4,
            },
            // How dashlets are drawn: on the home and on their own pages.
            {
              name: 'dashlets',
              test: /src\/features\/insight\/dashlets\/shared\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 4,
            },
            // The choice of a session: on few pages.
            {
              name: 'session-selector',
              test: /src\/ui\/(session-selector|submit-select)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // Registers of a day and of a month: on their own pages alone.
            ...Object.entries({
              register:
                /src\/(features\/teaching\/attendance\/(device|shared\/(live|outbox|progress|register))|ui\/register\/register)|node_modules\/idb/,
              month: /src\/ui\/register\/month/,
              period: /src\/ui\/period-bar/,
            }).map(([name, test]) => ({
              name,
              test,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 3,
            })),
            // Photos and their choosing: on no list.
            {
              name: 'photo',
              test: /src\/ui\/photo/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // The parts of forms and of records: on no list.
            {
              name: 'records',
              test: /src\/(ui\/(forms|records)|web\/client\/(remote-form|printed-file|resume-draft|use-following|record-items))/,
              minShareCount: 3,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // What both kinds of page share: it must not bring the kit with it.
            { name: 'plain', test: /src\/(ui\/plain\/.*|web\/client\/installable)\.ts$/, priority: 4 },
            // What the application leaves in a tab, which the pages for signing in know too: without the kit.
            {
              name: 'tab',
              test: /src\/(ui\/(leaving|theme\/color-scheme(-script)?)|web\/client\/(full-reload|tab-owner|session-notes|device-keys))\./,
              includeDependenciesRecursively: false,
              priority: 5,
            },
            // What the entry or its frame shares with few pages: else each would be a file of its own, or bring the forms.
            {
              name: 'start',
              test: /src\/(ui\/theme\/(accent|use-color-scheme)|ui\/forms\/(blank-required|field-note|validity-messages)|web\/client\/(wanted-tour|inbox\/inbox|modal\/modal\.module)|web\/layouts\/(use-shell|toasts))\./,
              includeDependenciesRecursively: false,
              priority: 4,
            },
            // The fields of public forms, which are native elements.
            { name: 'public-form', test: /src\/ui\/public\//, includeDependenciesRecursively: false, priority: 5 },
            // Also without the kit, and only when there is something to offer.
            { name: 'install-offer', test: /src\/web\/client\/install-offer/, priority: 4 },
            // The kit's small parts with their icons, and the pages' ways to the server: used by most pages.
            {
              name: 'kit',
              test: /src\/(ui|web\/client|web\/layouts\/toasts).*\.(tsx?|css)$/,
              // What only two pages share stays with them: the list's first load is near its budget.
              minShareCount: 3,
              priority: 2,
            },
          ],
        },
      },
    },
  },
});
