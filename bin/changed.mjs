import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root, stop } from './bootstrap.mjs';

const isCode = /\.(tsx?|mjs)$/;
const isTest = /\.(test|spec)\.tsx?$/;
/** It imports every feature, and nearly every test imports it: what goes through it would reach them all. */
const assembled = 'src/product/';

/**
 * The tests that a change since a commit can reach: those beside it in its feature, those that import it other than
 * through the assembled product, and the browser test of its name, or all of these where it is part of every page.
 * Undefined where it can reach all of them.
 */
export function testsOfChange(commit = 'HEAD') {
  const changed = changedSince(commit).filter((path) => !path.endsWith('.md'));
  if (changed.some((path) => path.startsWith(assembled) || !/^(src|test)\//.test(path) || !isCode.test(path)))
    return undefined;
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => isCode.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const reached = reachedFrom(changed, files);
  const names = new Set(changed.flatMap((path) => path.split('/').map((name) => name.split('.')[0])));
  const isOnEveryPage = changed.some((path) => /^src\/(ui|web)\//.test(path) && !isTest.test(path));
  const features = changed.map((path) => /^src\/features\/[^/]+\/[^/]+\//.exec(path)?.[0] ?? `${dirname(path)}/`);
  return files.filter(
    (path) =>
      isTest.test(path) &&
      (reached.has(path) ||
        (path.startsWith('src/') && features.some((folder) => path.startsWith(folder))) ||
        (path.endsWith('.spec.ts') && (isOnEveryPage || names.has(basename(path, '.spec.ts'))))),
  );
}

function changedSince(commit) {
  const lists = [
    ['diff', '--name-only', '--relative', commit],
    ['ls-files', '--others', '--exclude-standard'],
  ].map((args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }));
  const failed = lists.find(({ status }) => status !== 0);
  if (failed) stop(`Git cannot say what changed since ${commit}: ${failed.stderr ?? failed.error}`);
  return [...new Set(lists.flatMap(({ stdout }) => stdout.split('\n').filter(Boolean)))];
}

function reachedFrom(changed, files) {
  const importers = new Map();
  for (const file of files.filter((path) => !path.startsWith(assembled)))
    for (const imported of importsOf(file)) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const reached = new Set(changed);
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return reached;
}

/** What a file names as a module, as paths of ours. */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import|import\()\s*'([.#][^']*)'/g)].map(([, name]) => {
    if (name.startsWith('.')) return join(dirname(file), name);
    return name.startsWith('#test/') ? name.slice(1) : `src/${name.slice(1)}`;
  });
}
