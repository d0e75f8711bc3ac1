import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { shownTexts } from './english/shown-texts.ts';
import { fileNames, general, inComments, kinds, names, onScreens, properNouns } from './english/style.ts';

const root = resolve(import.meta.dirname, '..');
const source = 'src/**/*.{ts,tsx}';
const filesOf = (...patterns: string[]) => globSync(patterns, { cwd: root }).toSorted();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file);

/** Texts that keep another form: what old files and other programs contain, and the institution's own words. */
const exceptions: Record<string, RegExp> = {
  // Files exported before the term changed are still imported.
  'src/features/people/imports/school/school.queries.ts': /\(own field\)/,
  // The specification's name of a kind.
  'src/features/insight/dashlets/dashlet-form.page.tsx': /^Custom dashlet$/,
  // Descriptions of pictures.
  'src/features/school/site/site.demo.ts': / (?:stand|whom) /,
};

const wordingFaults = (text: string, checked = kinds) =>
  checked.flatMap(({ why, rules }) =>
    rules.flatMap(([find, instead]) => (find.test(text) ? `${instead}. ${why}` : [])),
  );
const formFaults = (text: string) => general.flatMap(({ find, instead }) => (find(text) ? `${instead}.` : []));

const reported = (file: string, text: string, fault: string) => `${file}: “${text.slice(0, 90)}” Write: ${fault}`;

const sources = filesOf(source).filter((file) => !isTest(file));
// A demonstration's school writes its own texts.
const screens = sources.filter((file) => !file.includes('/demo/'));
const texts = screens.flatMap((file) => shownTexts(file, read(file)).map((shown) => ({ file, ...shown })));

test('every text of the product follows the style', () => {
  const checked = texts.filter(({ file, text }) => !exceptions[file]?.test(text));
  const faults = checked.flatMap(({ file, text }) =>
    [...wordingFaults(text, [...kinds, onScreens]), ...formFaults(text)].map((fault) => reported(file, text, fault)),
  );
  expect(faults).toEqual([]);
});

test('headings and buttons are in sentence case', () => {
  // Curricula name their subjects in title case, schools their fees and posts.
  const headings = texts.filter(({ file, isHeading }) => isHeading && !/\/structure\/presets\/|\.demo\.ts$/.test(file));
  const faults = headings.filter(({ text }) => /[^.:?] [A-Z][a-z]/.test(text.replaceAll(properNouns, 'x')));
  expect(faults.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

/** Drawn from migrations and measurements, or given by the specification. */
const isGiven = (file: string) => /^docs\/(?:schema|figures|requirements)\.md$/.test(file);

test('documents follow the style', () => {
  const documents = filesOf('*.md', 'docs/**/*.md').filter((file) => !isGiven(file));
  const faults = documents.flatMap((file) =>
    read(file)
      .replace(/```[\s\S]*?```/g, '')
      .replace(/`[^`\n]*`|\]\([^)]*\)/g, 'code')
      .split('\n')
      .flatMap((line) => wordingFaults(line).map((fault) => reported(file, line, fault))),
  );
  expect(faults).toEqual([]);
});

const commentsOf = (text: string) =>
  [...text.matchAll(/^[^'"`\n]*?(\/\*[\s\S]*?\*\/|\/\/ .*)$/gm)].map((found) =>
    found[1]!.replace(/\s*\n\s*\*(?!\/) ?/g, ' '),
  );

const codeOf = (text: string) =>
  text
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|`[^`]*`/g, "''")
    .replace(/>[^<>{}=;]*</g, '><');

test('no comment that reads translated', () => {
  const found = [...sources, ...filesOf('src/**/*.css', 'bin/**/*.{ts,mjs}')].flatMap((file) =>
    commentsOf(read(file)).flatMap((comment) =>
      inComments.some((turn) => turn.test(comment)) ? `${file}: ${comment}` : [],
    ),
  );
  expect(found).toEqual([]);
});

test('no name that was replaced by a plain one', () => {
  const files = filesOf(source, 'bin/**/*.{ts,mjs}', 'test/**/*.ts').filter((file) => !/test\/english/.test(file));
  const found = files.flatMap((file) => {
    const code = codeOf(read(file));
    return names.flatMap((name) => (name.test(code) ? `${file}: ${name.exec(code)![0]}` : []));
  });
  expect(found).toEqual([]);
});

test('no file name that was replaced by a plain one', () => {
  // A kept record is a term of the glossary.
  const files = filesOf(source, 'bin/*', 'test/**/*.ts').filter(
    (file) => !file.startsWith('src/features/records/merges/'),
  );
  expect(files.filter((file) => fileNames.test(basename(file)))).toEqual([]);
});
