import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bin/imports.ts';

/*
 * A file over 300 lines usually does two things. Those that do one are named here with the reason and the lines they may
 * have, in tens: a file that grows or joins them fails, and so does one that has become shorter until its number is lowered.
 */
const maxLines = 300;

const known: Record<string, [lines: number, reason: string]> = {
  'src/features/school/site/public/public.routes.ts': [320, 'the routes of one noun, a few lines each'],
};

/** Data of the demonstration and steps of tours: as long as what they tell. */
const isTold = (file: string) => /\.(demo|tour)\.ts$|\/demo\//.test(file);

const long = new Map(
  globSync('{src,bin,test}/**/*.{ts,tsx,mts,js,mjs}', { cwd: root })
    .filter((file) => !/\.(test|spec|d)\.\w+$/.test(file) && !isTold(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > maxLines),
);

test('a file has at most 300 lines, or its reason and its limit', () => {
  const wrong = [...long].filter(([file, lines]) => lines > (known[file]?.[0] ?? maxLines));
  expect(wrong, 'split it by what it does').toEqual([]);
});

test('a long file that became shorter lowers its limit', () => {
  const loose = Object.entries(known).filter(([file, [lines]]) => (long.get(file) ?? 0) < lines - 20);
  expect(loose.map(([file, [lines]]) => `${file}: ${long.get(file) ?? 'short'}, not ${lines}`)).toEqual([]);
});
