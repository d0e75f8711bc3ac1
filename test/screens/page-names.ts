import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bin/bootstrap.mjs';

/** The names of all pages that features declare. */
export function pageNames(): string[] {
  const files = globSync('src/features/**/*.pages.ts', { cwd: root });
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  return [...text.matchAll(/\bpage(?:<[^;]*?>)?\(\s*'([\w/-]+)'/g)].map(([, name]) => name!).toSorted();
}
