import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bin/imports.ts';

/** What the documents promise to readers: numbers, pages and files that they cite exist, and they stay short. */
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = globSync(['{src,test,bin}/**/*.{ts,tsx,mjs,css,py}', 'vite.config.ts'], { cwd: root });
const isOurs = (path: string) => path !== 'test/documents.test.ts';
const code = sources.filter(isOurs).map((path) => [path, read(path)] as const);
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync(['docs/**/*.md', 'src/**/README.md'], { cwd: root })];
const decisions = globSync('docs/decisions/*.md', { cwd: root }).map((path) => basename(path).slice(0, 4));

const number = String.raw`[1-9]\.[1-9]\d?(?![\d.%]| [MK]B)`;
/** The numbers at the start of a test's title, at the start of a comment, and those alone in parentheses. */
const citing = [
  new RegExp(String.raw`\b(?:test|describe)[\w.]*(?:\([^()]*\))?\(\s*['"\`]((?:${number}(?:, | and | to )?)+)`, 'g'),
  new RegExp(String.raw`(?://|/\*\*?) ((?:${number}(?:, )?)+)[: ]`, 'g'),
  new RegExp(String.raw`(?<=(?:/\*|//|^ \*).*)\(((?:${number}(?:, | and | to )?)+)\)`, 'gm'),
];

test('each requirement that a test or a comment cites is stated', () => {
  const stated = [...read('docs/requirements.md').matchAll(/^- \*\*(\d\.\d+)\*\* \S/gm)].map(([, cited]) => cited!);
  expect(stated.length).toBe(new Set(stated).size);
  const cited = code.flatMap(([path, text]) =>
    citing.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(([, list]) =>
        [...list!.matchAll(/\d\.\d+/g)].map(([id]) => [id, path] as const),
      ),
    ),
  );
  expect(cited.length).toBeGreaterThan(250);
  expect(cited.filter(([id]) => !stated.includes(id))).toEqual([]);
});

test('each decision and document that code cites exists', () => {
  const missing = code.flatMap(([path, text]) => [
    ...[...text.matchAll(/\bdecisions?[ /](\d{1,4})\b/g)]
      .filter(([, cited]) => !decisions.includes(cited!.padStart(4, '0')))
      .map(([cited]) => `${path}: ${cited}`),
    ...[...text.matchAll(/(?<![\w/.])docs\/[\w./-]+\.md/g)]
      .filter(([cited]) => !existsSync(join(root, cited)))
      .map(([cited]) => `${path}: ${cited}`),
  ]);
  expect(missing).toEqual([]);
});

const fenced = /^```[^]*?^```/gm;
/** Those of more than one word; others are English as well. */
const identifiers = /\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]+_[a-z_]+)\b(?!\.(?:ts|mjs|py|json))/g;
/** Props and values that the kit's list mentions. */
const ofProps = ['_destroy', 'bad', 'final', 'tour'];
/** PostgreSQL's and PgBouncer's, and an example that does not exist. */
const ofOthers = ['max_prepared_statements', 'pg_dump', 'feePersonalData'];

/** The addresses of a document's headings, as GitHub makes them. */
const headingsOf = (path: string) =>
  [
    ...read(path)
      .replaceAll(fenced, '')
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test('each link in a document leads to a file and to a heading in it, and each file that it names exists', () => {
  const names = new Set(
    globSync(['{src,test,bin,migrations,docs}/**/*.*', '*.*'], { cwd: root }).map((path) => basename(path)),
  );
  const wrong = documents.flatMap((path) => {
    const text = read(path).replaceAll(fenced, '');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link!);
    const headings = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].filter(
      ([, link, heading]) => !headingsOf(link ? join(dirname(path), link) : path).includes(heading!),
    );
    const named = [...text.matchAll(/`([\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|sql))`/g)].map(([, name]) => name!);
    return [
      ...links.filter((link) => !existsSync(join(root, dirname(path), link))),
      ...headings.map(([link]) => link),
      ...named.filter((name) => !names.has(name)),
    ].map((one) => `${path}: ${one}`);
  });
  expect(wrong).toEqual([]);
});

test('each function, type and column that a document names is in the code, in its examples too', () => {
  const migrations = globSync('migrations/**/*.sql', { cwd: root }).map(read);
  const words = new Set([...code.map(([, text]) => text), ...migrations].join('\n').match(/[\w$]+/g));
  const wrong = documents.flatMap((path) => {
    const text = read(path);
    const examples = [...text.matchAll(/^```(?:ts|sql)\n([^]*?)^```/gm)].map(([, example]) => example!);
    const named = [...text.replaceAll(fenced, '').matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!);
    return [...examples, ...named]
      .flatMap((name) => name.match(identifiers) ?? [])
      .filter((name) => !words.has(name) && !ofOthers.includes(name))
      .map((name) => `${path}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

test('the kit is described as it is: its examples compile, and what it lists is exported', () => {
  const readme = read('src/ui/README.md');
  const blocks = [...readme.matchAll(/^```tsx\n([^]*?)\n```/gm)].map(([, block]) => block);
  const regions = read('test/gallery/kit.examples.tsx').matchAll(/^\/\/ #region \w+\n([^]*?)\n\/\/ #endregion/gm);
  expect(blocks).toEqual([...regions].map(([, region]) => region));

  const kit = code.flatMap(([path, text]) => (path.startsWith('src/ui/') ? text : [])).join('\n');
  const exported = new Set(
    [...kit.matchAll(/^export (?:const|(?:async )?function|interface|type) (\w+)/gm)].map(([, name]) => name),
  );
  const listed = readme.split('## What there is')[1]!.match(/^- .*/gm)!.join('\n');
  const names = [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name!).filter((name) => !ofProps.includes(name));
  expect(names.filter((name) => !exported.has(name))).toEqual([]);
});

const comments = /<!--[^]*?-->/g;
const guides = [...documents, 'deploy/README.md'].map((path) => [path, read(path).replaceAll(comments, '')] as const);

test('each command that a document shows exists, with its options', () => {
  const usage = execFileSync(process.execPath, ['bin/run.mjs', 'bin/akada.ts'], { cwd: root, encoding: 'utf8' });
  const known = new Map(
    [...usage.matchAll(/^ {2}npm run akada -- (\S+)(.*?)(?: {2,}|$)/gm)].map(([, name, takes]) => [name, takes!]),
  );
  expect(known.size).toBeGreaterThan(10);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const shown = guides.flatMap(([path, text]) => [
    ...[...text.matchAll(/npm run akada -- ([\w-]+)([^\n`#]*)/g)].flatMap(([line, name, rest]) => {
      const options = rest!.match(/--[\w-]+/g) ?? [];
      const takes = known.get(name);
      return takes !== undefined && options.every((option) => takes.includes(option)) ? [] : [`${path}: ${line}`];
    }),
    ...[...text.matchAll(/npm run ([\w:]+)/g)]
      .filter(([, script]) => !Object.hasOwn(scripts, script!))
      .map(([line]) => `${path}: ${line}`),
  ]);
  expect(shown).toEqual([]);
});

test('how to run Akada has a page for each kind of operator, and names each setting that there is', () => {
  const operations = read('docs/operations.md');
  const pages = operations.split(/^## /m).slice(1);
  expect(pages.length).toBeLessThanOrEqual(6);
  expect(pages.filter((page) => page.split(/\s+/).length > 450)).toEqual([]);
  const sources = read('src/kernel/environment.ts') + read('src/kernel/directory.ts');
  const settings = new Set(sources.match(/(?<=^ {2})(?!NODE_ENV)[A-Z][A-Z0-9_]+(?=:)/gm));
  const named = new Set(operations.match(/(?<=`)(?:[A-Z]+_[A-Z0-9_]+|PORT|HOST)(?=`)/g));
  expect([...named].toSorted()).toEqual([...settings].toSorted());
});

const generated = ['docs/personal-data.md', 'docs/schema.md'];
const wordsOf = (path: string) => read(path).split(/\s+/).filter(Boolean).length;

test('the documents stay short, and a decision fits on a page', () => {
  const written = documents.filter((path) => path.startsWith('docs/') && !generated.includes(path));
  expect(written.reduce((sum, path) => sum + wordsOf(path), 0)).toBeLessThanOrEqual(25_000);
  expect(written.filter((path) => path.startsWith('docs/decisions/') && wordsOf(path) > 330)).toEqual([]);
});
