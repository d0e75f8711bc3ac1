import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Queries that stop at a number of rows and need not say so, each with its reason; one that is gone fails the test. */
const known: Record<string, string> = {
  'src/features/accounts/sign-in.ts: 2': 'two accounts of one phone are as good as many: neither is signed in',
  'src/features/employees/employees.queries.ts: fewHundred': 'where a search looks first; then it looks everywhere',
  'src/features/employees/employees.queries.ts: onePage': 'a page and one more, with the place of the next',
  'src/features/guardians/guardians.queries.ts: limit': 'written by its callers, with the next two',
  'src/features/guardians/guardians.queries.ts: onePage': 'a page and one more, with the place of the next',
  'src/features/guardians/guardians.queries.ts: oneTooMany': 'one more than are gathered, to know that there are more',
  'src/features/guardians/guardians.queries.ts: sql.raw(String(countLimit + 1))':
    'one more than is counted, for ‘more than’',
  'src/features/imports/imports.queries.ts: limit':
    'problems are `bounded` on the page and read to the end for the file; rows that are alike are counted beside',
  'src/features/notifications/notifications.queries.ts: countedUpTo': 'the bell says 99+',
  'src/features/notifications/notifications.queries.ts: shownInPanel': 'the latest; the panel leads to all of them',
  'src/features/site/public/news.queries.ts: 5000':
    'the latest, for search engines; they follow the pages of the news to the older ones',
  'src/features/site/public/news.queries.ts: most': 'a page of the news, with its pager; the latest, with ‘All news’',
  'src/features/site/public/programs.queries.ts: most': 'the first on the home page, with ‘All programs’',
  'src/features/students/students.queries.ts: fewHundred': 'where a search looks first; then it looks everywhere',
  'src/features/students/students.queries.ts: onePage': 'a page and one more, with the place of the next',
  'src/features/students/students.queries.ts: oneTooMany': 'one more than are gathered, to know that there are more',
  'src/features/students/students.queries.ts: sql.raw(String(countLimit + 1))':
    'one more than is counted, for ‘more than’',
  'src/kernel/edit.ts: 100': 'no list: it looks for whoever changed one field last, and names nobody where it is older',
  'src/kernel/log/verify-log.ts: 2000': 'read to the end, so many at a time',
};

/** One row; one more than is shown, to know that there are others; or what `bounded` asks for. */
const isHonest = (limit: string, text: string) =>
  limit === '1' || limit.endsWith(' + 1') || (limit === 'limit' && text.includes('bounded('));

const limitsIn = (text: string) =>
  [...text.matchAll(/\.limit\(([^()]*(?:\([^()]*\))?[^()]*)\)|\blimit (\d+)\b|\blimit \$\{([^}]+)\}/g)].map(
    ([, call, number, value]) => (call ?? number ?? value!).trim(),
  );

test('a query that stops at a number of rows knows whether there are more, or says here why it need not', () => {
  const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.(test|demo)\.tsx?$|src\/features\/gallery/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return limitsIn(text)
        .filter((limit) => !isHonest(limit, text))
        .map((limit) => `${file}: ${limit}`);
    });
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(known).toSorted());
});
