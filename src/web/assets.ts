import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Assets } from './routes.ts';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const entry = 'src/web/client/main.tsx';
const frames = ['site', 'public'].map((name) => `src/web/layouts/${name}-frame.tsx`);
const publicEntry = 'src/web/public/site.ts';

/** The built browser bundle: its version and, per page, the tags that load its parts in parallel. */
export function readAssets(folder: string): Assets {
  const text = readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const found = new Map<string, { scripts: string[]; styles: string[] }>();
  return {
    folder,
    shell: shellOf(manifest),
    version: createHash('sha256').update(text).digest('hex').slice(0, 12),
    publicPage: readPublicPage(folder, manifest),
    head(component, nonce, isSignedIn) {
      const frame = `src/web/layouts/${isSignedIn ? 'site' : 'public'}-frame.tsx`;
      const key = `${frame} ${component}`;
      const tags = found.get(key) ?? collect(manifest, [entry, frame, sourceOf(component)]);
      found.set(key, tags);
      const [main, ...others] = tags.scripts;
      return [
        ...tags.styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`),
        ...others.map((file) => `<link rel="modulepreload" href="/assets/${file}">`),
        `<script nonce="${nonce}" type="module" src="/assets/${main}"></script>`,
      ].join('\n');
    },
  };
}

/** The files that every page needs, cached by the service worker. */
function shellOf(manifest: Manifest): string[] {
  const { scripts, styles } = collect(manifest, [entry, ...frames]);
  return [...scripts, ...styles].map((file) => `/assets/${file}`);
}

function readPublicPage(folder: string, manifest: Manifest): Assets['publicPage'] {
  const { scripts, styles } = collect(manifest, [publicEntry]);
  const signedIn = collect(manifest, [entry, 'src/web/layouts/site-frame.tsx']);
  return {
    css: styles.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join(''),
    scripts,
    signedIn: [...signedIn.scripts, ...signedIn.styles],
  };
}

function sourceOf(component: string): string {
  const [folder, file] = component.split('/');
  return file ? `src/features/${folder}/pages/${file}.page.tsx` : `src/web/pages/${folder}.page.tsx`;
}

function collect(manifest: Manifest, sources: string[]) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    chunk.css?.forEach((file) => styles.add(file));
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return { scripts: [...scripts], styles: [...styles] };
}
