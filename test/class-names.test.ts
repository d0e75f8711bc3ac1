import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from '../bin/imports.ts';

const camelCase = (name: string) => name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

test('every class that a component names is in its style sheet', () => {
  const missing = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/^import (\w*[cC]lasses) from '([^']+\.module\.css)'/gm)].flatMap(([, name, path]) => {
      const sheet = path!.startsWith('#') ? join(root, 'src', path!.slice(1)) : resolve(root, file, '..', path!);
      if (!existsSync(sheet)) return [`${file}: ${path} does not exist`];
      const css = readFileSync(sheet, 'utf8');
      const known = new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, found]) => camelCase(found!)));
      // Not the classes of a school, as in `words.classes`.
      const used = [...text.matchAll(new RegExp(`(?<![.\\w])${name}\\.(\\w+)`, 'g'))].map(([, found]) => found!);
      return used.filter((found) => !known.has(found)).map((found) => `${file}: ${found}`);
    });
  });
  expect(missing).toEqual([]);
});
