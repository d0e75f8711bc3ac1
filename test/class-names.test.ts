import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from '../bin/imports.ts';

const camelCase = (name: string) => name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The style sheets that a file imports, by the name under which it uses each. */
function* sheetsOf(file: string, text: string): Generator<[string, string]> {
  for (const [, name, path] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm))
    yield [name!, path!.startsWith('#') ? join(root, 'src', path!.slice(1)) : resolve(root, file, '..', path!)];
}

test('every class of a style sheet is named by a component', () => {
  const sheets = new Map<string, { named: Set<string>; isComputed: boolean }>();
  for (const file of sources) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [name, path] of sheetsOf(file, text)) {
      const sheet = sheets.get(path) ?? { named: new Set(), isComputed: false };
      sheets.set(path, sheet);
      for (const [, found] of text.matchAll(new RegExp(`\\b${name}(?:\\.|\\[')(\\w+)`, 'g'))) sheet.named.add(found!);
      // `classes[tone]`, or the whole sheet given to a component: which ones, only the running page knows.
      sheet.isComputed ||= new RegExp(`\\b${name}(?:\\[[^']|[ ,)};\\n](?!from))`).test(text);
    }
  }
  expect(sheets.size).toBeGreaterThan(100);
  const unused = [...sheets].flatMap(([path, { named, isComputed }]) => {
    if (isComputed) return [];
    const rules = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '');
    const classes = new Set([...rules.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, found]) => found!));
    return [...classes]
      .filter((found) => !named.has(camelCase(found)))
      .map((found) => `${relative(root, path)}: ${found}`);
  });
  expect(unused).toEqual([]);
});

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
