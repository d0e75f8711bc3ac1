import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser's bundle. The server reads the manifest to link scripts and styles; no HTML is built here. */
export default defineConfig({
  base: '/assets/',
  plugins: [react()],
  publicDir: false,
  resolve: {
    alias: { 'laravel-precognition': new URL('src/web/client/precognition.ts', import.meta.url).pathname },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist/client',
    assetsDir: '.',
    manifest: true,
    // Cheap phones with Chrome from 100 on; the rest of this list came out at the same time.
    target: ['es2022', 'chrome100', 'firefox100', 'safari15.4'],
    // Nothing may sit in the page as data: the content policy only allows what comes from our own address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      // Who is signed in gets React; a visitor gets a page that is there already and a script that only helps.
      input: { main: 'src/web/client/main.tsx', site: 'src/web/public/site.ts' },
      output: {
        codeSplitting: {
          // On a thin network each file costs a turn and a kilobyte of headers: few files, each for what changes together.
          groups: [
            // What every page needs and what changes least: cached over releases.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@inertiajs|es-toolkit|clsx)\//,
              priority: 3,
            },
            // What both kinds of page share: it must not bring the kit with it.
            { name: 'plain', test: /src\/ui\/(constants|smooth-scroll|go-to-top|clock-text)\.ts$/, priority: 4 },
            // The kit's small parts with their icons, and the pages' ways to the server: used by most pages.
            {
              name: 'kit',
              test: /src\/(ui|web\/client|web\/layouts\/toasts).*\.(tsx?|css)$/,
              minShareCount: 2,
              priority: 2,
            },
          ],
        },
      },
    },
  },
});
