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
];

/** Names that say nothing to a reader who has not met them. */
const names = [
  /\b(?:interface|type|class) (?:House|Bench|Asking)\b/,
  /\blet[A-Z]?-?leave\b|\bletLeave\b|\bcomeBack\b|\bwriteDown\b|\buntell\w*/,
  /\bstanding(?:Of)?\b/,
  /import \{[^}]*\bsaid\b/,
];
const fileNames = /(?:^|[/-])(?:kept|standing|let-leave|come-back|write-down|untell\w*|found-institution|house)\b/;

/** How many each folder may still have. Lower or remove the number of a folder that you clean. */
const allowedPhrases: Record<string, number> = {
  // Files exported before the term changed are still imported.
  'src/features/imports': 1,
};
const allowedNames: Record<string, number> = {
  'src/features/accounts': 1,
  'test/attack': 1,
  'test/bench': 2,
  'test/school.ts': 1,
};
const allowedFileNames: Record<string, number> = {
  'src/features/merges': 1,
  'src/kernel': 2,
  'test/bench': 1,
};

const root = resolve(import.meta.dirname, '..');
const source = 'src/**/*.{ts,tsx}';
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const folderOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('src/features/') ? 3 : 2)
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
  const found = hitsBy(files.toSorted(), (file) =>
    names.flatMap((name) => codeOf(read(file)).match(new RegExp(name, 'g'))?.slice(0, 1) ?? []),
  );
  expectOnly(found, allowedNames);
});

test('no file name that was replaced by a plain one', () => {
  const files = globSync([source, 'bin/*', 'test/**/*.ts'], { cwd: root });
  const found = hitsBy(files.toSorted(), (file) => (fileNames.test(basename(file)) ? [basename(file)] : []));
  expectOnly(found, allowedFileNames);
});
