import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export interface Import {
  from: string;
  /** The path of one of our files from the root; for a package, the specifier as written. */
  to: string;
  isType: boolean;
}

export const root = resolve(import.meta.dirname, '..');

/** Every source file of the product, without tests. */
export const sources: string[] = globSync('src/**/*.{ts,tsx,mts}', { cwd: root })
  .filter((file) => !/\.(test|spec|d)\.tsx?$/.test(file))
  .toSorted();

/** Every import in the product, including dynamic ones. */
export const imports: Import[] = sources.flatMap(importsOf);

function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8').replace(/^\s*(\/\/.*$|\/\*[\s\S]*?\*\/)/gm, '');
  const statements = [...text.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^;'"`]*?\sfrom\s+)?'([^']+)'/gm)].map(
    ([, type, to]) => ({ to: to!, isType: type !== undefined }),
  );
  const calls = [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, to]) => ({ to: to!, isType: false }));
  return [...statements, ...calls].map(({ to, isType }) => ({ from, isType, to: pathOf(from, to) }));
}

function pathOf(from: string, to: string): string {
  if (to.startsWith('#test/')) return to.slice(1);
  if (to.startsWith('#')) return `src/${to.slice(1)}`;
  return to.startsWith('.') ? relative(root, resolve(root, from, '..', to)) : to;
}

/** The top folder in src: kernel, ui, web, features or product. */
export const layerOf = (path: string): string | undefined => /^src\/(\w+)\//.exec(path)?.[1];
export const areaOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1];
export const featureOf = (path: string): string | undefined => /^src\/features\/[^/]+\/([^/]+)\//.exec(path)?.[1];
