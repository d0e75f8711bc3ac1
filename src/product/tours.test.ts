import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withTerms } from '#web/client/with-terms.ts';
import { product } from './features.ts';
import { partName } from '#web/part-name.ts';
import { plainTerms } from '#web/shell.ts';

const { menu: screens, tours } = product;
const root = resolve(import.meta.dirname, '../..');
const steps = tours.flatMap((tour) => tour.steps.map((step) => ({ tour: tour.name, ...step })));

test('every page that a tour explains exists', () => {
  const pages = new Set(globSync('src/features/**/*.page.tsx', { cwd: root }).map(partName));
  const missing = tours.filter(({ page }) => !pages.has(`${page}.page`));
  expect(missing.map(({ name, page }) => `${name}: ${page}`)).toEqual([]);
});

test('every element that a tour points at is somewhere in the sources', () => {
  const sources = globSync('src/{ui,web,features}/**/*.tsx', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const marked = new Set(
    [
      ...sources.matchAll(
        /(?:data-tour=|\btour=|\btour: )(?:["']([\w-]+)["']|\{\w+ === 0 \? '([\w-]+)' : undefined\})/g,
      ),
    ].map(([, plain, first]) => plain ?? first!),
  );
  expect(marked.size).toBeGreaterThan(30);
  expect(steps.filter(({ at }) => !marked.has(at)).map(({ tour, at }) => `${tour}: ${at}`)).toEqual([]);
  const used = new Set(steps.map(({ at }) => at));
  expect(
    [...marked].filter((name) => !used.has(name)),
    'marked for a tour, and in none',
  ).toEqual([]);
});

test('each tour has its own name and page', () => {
  const names = tours.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const places = tours.map(({ page, path }) => `${page} ${path ?? ''}`);
  expect(new Set(places).size).toBe(places.length);
});

test('every screen of the menu has a tour, for the same people', () => {
  expect(screens.length).toBeGreaterThan(10);
  // A page can have an entry for those whose work it is and another for those whose own it is.
  for (const [href, entries = []] of Object.entries(Object.groupBy(screens, (screen) => screen.href))) {
    const people = new Set(entries.flatMap(({ may }) => may));
    const isForThem = tours.some(
      (tour) => tour.href === href && !tour.andThen && new Set(tour.may).symmetricDifference(people).size === 0,
    );
    expect([href, isForThem]).toEqual([href, true]);
  }
});

test('a text is short, calm and in the institution’s words', () => {
  const wrong = steps.filter(({ title, text }) => {
    const all = withTerms(`${title} ${text}`, plainTerms);
    return text.length > 220 || title.length > 40 || /[!{}]|—/.test(all) || !/[.?]$/.test(text);
  });
  expect(wrong.map(({ tour, title }) => `${tour}: ${title}`)).toEqual([]);
});
