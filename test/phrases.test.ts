import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Phrases that must not come back. Each was replaced by the term that users and engineers search for. */
const phrases = [
  // screens
  /\bgo on\b/i,
  /\bstart(s|ed)? afresh\b/i,
  /nothing (matches|was found|found for)/i,
  /grown old/i,
  /what to mend|\bmend(ed|ing)?\b(?!el)/i,
  /good rows/i,
  /here already|already here|is here since/i,
  /is here twice|nobody is alike|make one record of two|parted again/i,
  /own fields?\b/i,
  /who looked|at what\b|any who looked|nobody has looked/i,
  /may do this/i,
  /no such \w+, or you may not/i,
  /a change acts at/i,
  /take away|give role|give or take/i,
  /does not sign in|^password now$|shuts the sign-in/i,
  /somebody like this|looks like somebody/i,
  /must be there\b/i,
  /seen by few/i,
  /cut to a portrait/i,
  /send many photos|of whom it shows/i,
  /^(there|none) now$/i,
  /leads and teaches nothing/i,
  /look at the columns|tidy names/i,
  /never used twice, and none is missing/i,
  /declare void|as it shall stand/i,
  /slides on top|^leads to$/i,
  /what is taught, one/i,
  /each figure is a door|rows or faces|it is said here/i,
  /next on promotion/i,
  /as this device/i,
  /is not right\b/i,
  /too long to be undone/i,
  /\blies behind\b|\blie behind\b/i,
  /\bis founded\b|found institution/i,
  /come back and leave|leave and come back|let employees leave/i,
  /hand a person all|all that is kept of/i,
  /\bshall\b/i,
  /brings you here|accents do not matter/i,
  /lasting information/i,
  /what you find at|left in the first/i,
  /by whom and when|and of whom\b/i,
  /kept in the history/i,
  /in the order in which/i,
  /^visitors see (?:this site|the sign-in|\$)/i,
];

/** Turns that make a comment read translated. */
const inComments = [
  /\bwhoever\b/i,
  /\bnobody[’']s\b/i,
  /\banew\b/i,
  /\b(?:written|writes?) down\b/i,
  /\b(?:is|are) told\b/i,
  /\b(?:for|of|by|from|to) who\b/i,
  /\b(?:he|him|himself)\b/i,
  /\bwhat to mend\b|\bgrown old\b/i,
];

/** Names that say nothing to a reader who has not met them. */
const names = [
  /\b(?:interface|type|class) (?:House|Bench|Asking)\b/,
  /\blet[A-Z]?-?leave\b|\bletLeave\b|\bcomeBack\b|\bsaveOutcomes\b|\buntell\w*/,
  /\bstanding(?:Of)?\b/,
  /import \{[^}]*\bsaid\b/,
  /\bkept(?:ByActor|ByKey|Query|Name)\b|\bopenHouse\b|\bKeptHead\b/,
];
const fileNames =
  /(?:^|[/-])(?:kept|standing|let-leave|come-back|write-down|untell\w*|found-institution|house|own-fields)\b/;

/** How many each folder may still have. Lower or remove the number of a folder that you clean. */
const allowedPhrases: Record<string, number> = {
  // Files exported before the term changed are still imported.
  'src/features/people/imports': 1,
};
const allowedFileNames: Record<string, number> = {
  // A kept record is a term of the glossary.
  'src/features/records/merges': 1,
};

const root = resolve(import.meta.dirname, '..');
const source = 'src/**/*.{ts,tsx}';
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const folderOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('src/features/') ? 4 : 2)
    .join('/');
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

/** Text that is shown: string literals with a space, and text between tags; not comments. */
function shownIn(text: string): string[] {
  const code = text.replace(/^\s*\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
  const literals = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    (found) => found[1] ?? found[2] ?? found[3]!,
  );
  const between = [...code.matchAll(/>\s*([A-Z“][^<>{}=;]*?)\s*[<{]/g)].map((found) => found[1]!);
  return [...literals, ...between].filter((shown) => /[a-z] [a-z]/i.test(shown));
}

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

/** Hits by folder, with the first few for the message. */
function hitsBy(files: string[], find: (file: string) => string[]): Map<string, string[]> {
  const hits = new Map<string, string[]>();
  for (const file of files)
    for (const hit of find(file)) hits.set(folderOf(file), [...(hits.get(folderOf(file)) ?? []), `${file}: ${hit}`]);
  return hits;
}

function expectOnly(hits: Map<string, string[]>, allowed: Record<string, number>): void {
  const beyond = [...hits]
    .filter(([folder, found]) => found.length > (allowed[folder] ?? 0))
    .flatMap(([, found]) => found);
  expect(beyond).toEqual([]);
}

test('no phrase on a screen that was replaced by a plain one', () => {
  const files = globSync(source, { cwd: root }).filter((file) => !isTest(file) && !/\/demo\//.test(file));
  const found = hitsBy(files.toSorted(), (file) =>
    shownIn(read(file)).flatMap((shown) => (phrases.some((phrase) => phrase.test(shown)) ? [shown.slice(0, 80)] : [])),
  );
  expectOnly(found, allowedPhrases);
});

test('no name that was replaced by a plain one', () => {
  const files = globSync([source, 'bin/**/*.{ts,mjs}', 'test/**/*.ts'], { cwd: root }).filter(
    (file) => !file.endsWith('phrases.test.ts'),
  );
  const patterns = names.map((name) => new RegExp(name));
  const found = hitsBy(files.toSorted(), (file) => {
    const code = codeOf(read(file));
    return patterns.flatMap((pattern) => pattern.exec(code)?.[0] ?? []);
  });
  expectOnly(found, {});
});

test('no comment that reads translated', () => {
  const files = globSync([source, 'src/**/*.css', 'bin/**/*.{ts,mjs}'], { cwd: root }).filter((file) => !isTest(file));
  const found = hitsBy(files.toSorted(), (file) =>
    commentsOf(read(file)).filter((comment) => inComments.some((phrase) => phrase.test(comment))),
  );
  expectOnly(found, {});
});

test('no file name that was replaced by a plain one', () => {
  const files = globSync([source, 'bin/*', 'test/**/*.ts'], { cwd: root });
  const found = hitsBy(files.toSorted(), (file) => (fileNames.test(basename(file)) ? [basename(file)] : []));
  expectOnly(found, allowedFileNames);
});
