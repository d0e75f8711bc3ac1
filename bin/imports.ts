import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export interface Import {
  from: string;
  /** A file of ours as its path from the root; a package as it is written. */
  to: string;
  isType: boolean;
}

export const root = resolve(import.meta.dirname, '..');

/** Every file of the product, without tests. */
export const sources: string[] = globSync('src/**/*.{ts,tsx,mts}', { cwd: root })
  .filter((file) => !/\.(test|spec|d)\.tsx?$/.test(file))
  .toSorted();

/** Every import of the product, also those that a file makes while it runs. */
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

/** The folder of src: kernel, ui, web, features, product. */
export const areaOf = (path: string): string | undefined => /^src\/(\w+)\//.exec(path)?.[1];
export const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1];
