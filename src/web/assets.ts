import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { byPartName } from './part-name.ts';
import type { DocumentRenderer, Renderer } from './public-pages/render.tsx';
import type { Assets } from './routes.ts';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
type PartKind = 'page' | 'tab' | 'card' | 'app' | 'public';
type Manifest = Record<string, Chunk>;

const entry = 'src/web/client/main.tsx';
const publicEntry = 'src/web/public/site.ts';
const entrance = 'src/web/entrance/start.ts';
const hydrate = 'src/web/public-pages/hydrate.ts';
/** The frame asks for it once it is drawn. */
const inbox = 'src/web/client/inbox/live-inbox.ts';
/** Where people start after signing in. */
const firstPage = 'home/home';
const font = 'src/ui/theme/fonts/inter.woff2';
const frame = (name: 'site' | 'public') => `src/web/layouts/${name}-frame.tsx`;

/** The built browser bundle: its version, and the files of each page, which the browser loads in parallel. */
export function readAssets(folder: string): Assets {
  const text = readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const [entryFiles, siteFiles, publicFiles] = [
    collect(manifest, [entry]),
    collect(manifest, [entry, frame('site')]),
    collect(manifest, [entry, frame('public')]),
  ];
  const sourceOf = sourcesIn(manifest);
  const known = new Map<string, string[]>();

  function files(name: string, kind: PartKind = 'page'): string[] {
    const source = sourceOf(name, kind);
    const found = known.get(source) ?? ownFiles(source);
    known.set(source, found);
    return found;
  }

  function ownFiles(source: string): string[] {
    return ordered(collect(manifest, [source]).filter((file) => !entryFiles.includes(file)));
  }

  return {
    folder,
    shell: [...new Set([...siteFiles, ...publicFiles])].map(addressOf),
    version: createHash('sha256').update(text).digest('hex').slice(0, 12),
    publicPage: readStyled(folder, manifest, publicEntry),
    hydratedPage: (name) => readHydratedPage(folder, manifest, sourceOf(name, 'public'), name),
    entrance: readStyled(folder, manifest, entrance),
    ahead: [...new Set([...siteFiles, ...files(firstPage), ...ownFiles(inbox), manifest[font]!.file])].map(addressOf),
    rendererOf: async (name) => (await serverBundle(folder)).rendererOf(name),
    documentOf: async (name) => (await serverBundle(folder)).documentOf(name),
    files,
    // With the styles of the product: to import them would move them out of the entry.
    app: (name) =>
      ordered([...new Set([...collect(manifest, [sourceOf(name, 'app')]), ...entryFiles.filter(isStyle)])]).map(
        addressOf,
      ),
    font: addressOf(manifest[font]!.file),
    head(component, nonce, isSignedIn) {
      const all = [...new Set([...(isSignedIn ? siteFiles : publicFiles), ...files(component)])];
      const [main, ...others] = all.filter((file) => !isStyle(file));
      return {
        styles: all
          .filter(isStyle)
          .map((file) => `<link rel="stylesheet" href="${addressOf(file)}">`)
          .join('\n'),
        scripts: [
          ...others.map((file) => `<link rel="modulepreload" href="${addressOf(file)}">`),
          `<script nonce="${nonce}" type="module" src="${addressOf(main!)}"></script>`,
        ].join('\n'),
      };
    },
  };
}

/** The styles of what it imports first: its own rules are stronger. */
const ordered = (files: string[]) => [...files.filter((file) => !isStyle(file)), ...files.filter(isStyle).toReversed()];

const addressOf = (file: string) => `/assets/${file}`;
const isStyle = (file: string) => file.endsWith('.css');

interface ServerBundle {
  rendererOf(name: string): Promise<Renderer>;
  documentOf(name: string): Promise<DocumentRenderer>;
}

/** Loaded with the first visitor of such a page: until then it would only take memory. */
const serverBundle = (folder: string): Promise<ServerBundle> =>
  import(pathToFileURL(path.join(folder, '../server/render.js')).href) as Promise<ServerBundle>;

/** The styles and scripts of a page that the server draws. */
function readStyled(folder: string, manifest: Manifest, source: string) {
  const files = collect(manifest, [source]);
  const styles = files.filter(isStyle).map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return { css: styles.join(''), scripts: files.filter((file) => !isStyle(file)) };
}

/** A public page that React has drawn: its styles, its own script, and the others, of which the first starts all. */
function readHydratedPage(
  folder: string,
  manifest: Manifest,
  source: string,
  name: string,
): ReturnType<Assets['hydratedPage']> {
  const own = manifest[source]?.file;
  if (!own) throw new Error(`The bundle has no public page ${name}.`);
  const all = collect(manifest, [hydrate, source]);
  const css = all.filter(isStyle).map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return { css: css.join(''), file: own, scripts: all.filter((file) => !isStyle(file)) };
}

/**
 * The sources of the bundle by the names that features give them; a page without a feature belongs to the product itself,
 * such as 'error'.
 */
function sourcesIn(manifest: Manifest) {
  const sources = byPartName(Object.fromEntries(Object.keys(manifest).map((source) => [source, source])));
  return (name: string, kind: PartKind): string =>
    name.includes('/') ? (sources.get(`${name}.${kind}`) ?? '') : `src/web/pages/${name}.page.tsx`;
}

/** What these sources are built into, and all that it imports: their own scripts first, the styles last. */
function collect(manifest: Manifest, sources: string[]): string[] {
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
  return [...scripts, ...styles];
}
