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
      input: 'src/web/client/main.tsx',
      output: {
        codeSplitting: {
          groups: [
            // What every page needs and what changes least: cached over releases.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@inertiajs|es-toolkit|clsx)\//,
              priority: 2,
            },
            // The kit's small parts, used by most pages: one file instead of a dozen requests for a page.
            { name: 'kit', test: /src\/ui\/.*\.(tsx|css)$/, minShareCount: 4 },
            // Icons are a few hundred bytes each; one file for all that are used instead of one for each.
            { name: 'icons', test: /node_modules\/@tabler\/icons-react\//, priority: 1 },
          ],
        },
      },
    },
  },
});
