import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bin/imports.ts';

/*
 * A file over 200 lines usually does two things. Those that do one are named here with the reason and the lines they may
 * have, in tens: a file that grows or joins them fails, and so does one that has become shorter until its number is lowered.
 */
const most = 200;

const routes = 'the routes of one noun, a few lines each';

const known: Record<string, [lines: number, reason: string]> = {
  'src/features/records/geography/spellings.ts': [280, 'a table of words'],
  'src/features/people/imports/engine/known-headings.ts': [220, 'a table of words'],
  'src/features/school/institutions/institution.page.tsx': [240, 'one page: a block for each kind of figure'],
  'src/features/school/site/public/public.routes.ts': [220, routes],
  'src/features/school/structure/batches/batch-list.page.tsx': [220, 'one list with its columns and its first step'],
  'src/kernel/database/driver.ts': [300, 'all that depends on parts of pg which are not its public interface'],
  'src/web/requests.ts': [220, 'what every request passes through, in its order'],
  'src/web/routes.ts': [260, 'the types that routes see'],
  'test/attack/broken-http.ts': [240, 'a table of broken requests'],
  'test/attack/mutate.ts': [290, 'a table of mutations'],
  'test/attack/round.ts': [270, 'one round of the attack, in its order'],
  'test/filled-people.ts': [220, 'one insert for each table that names a person'],
  'test/school-builder.ts': [230, 'one insert for each part of a school'],
};

/** Data of the demonstration and steps of tours: as long as what they tell. */
const isTold = (file: string) => /\.(demo|tour)\.ts$|\/demo\//.test(file);

const long = new Map(
  globSync('{src,bin,test}/**/*.{ts,tsx,mts,js,mjs}', { cwd: root })
    .filter((file) => !/\.(test|spec|d)\.\w+$/.test(file) && !isTold(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > most),
);

test('a file has at most 200 lines, or its reason and its limit', () => {
  const wrong = [...long].filter(([file, lines]) => lines > (known[file]?.[0] ?? most));
  expect(wrong, 'split it by what it does').toEqual([]);
});

test('a long file that became shorter lowers its limit', () => {
  const loose = Object.entries(known).filter(([file, [lines]]) => (long.get(file) ?? 0) < lines - 20);
  expect(loose.map(([file, [lines]]) => `${file}: ${long.get(file) ?? 'short'}, not ${lines}`)).toEqual([]);
});
