// Runs on the machine's own Node, before anything is installed: no dependencies, no TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The project's own Node 24, installed by npm. */
export const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Compiled modules are kept between processes and threads; without this each compiles what removes the types, 30 ms. */
const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compiled');

/** Each import is looked up once, which is most of a start. */
const resolvingOnce = `--import=${pathToFileURL(join(root, 'bin/resolve-once.mjs'))}`;

/** How the server is started. */
export const server = {
  // Node lets the young generation grow large, which doubles the memory. With 8 MB, requests under way would be moved to
  // the old one: lists are a third slower.
  flags: ['--max-semi-space-size=16', resolvingOnce],
  /** Built from `source`: two thousand files become a few, which takes a quarter of a start and 40 MB less. */
  program: 'dist/product/server.js',
  source: 'bin/server.ts',
  /** What it imports from here. */
  parts: ['bin/server', 'bin/directory', 'bin/institution', 'bin/objects'],
  env: (mode) => ({
    NODE_ENV: process.env.NODE_ENV || mode,
    // glibc never returns an arena to the system: two instead of one per thread save 15 MB or more.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
    NODE_COMPILE_CACHE: compiled,
  }),
};

const lockFile = join(root, 'package-lock.json');
/** What is built, and a file that is there once it is. */
const bundles = {
  client: ['client/.vite/manifest.json', 'server/render.js'],
  product: ['product/server.js'],
};
const stampFile = (name) => join(root, 'dist', `${name}.stamp`);

/** Exits with a message for the operator. */
export function stop(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** Checks Node and npm, and installs the packages in package-lock.json. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(`Akada needs Node 20.19 or later to start; this is ${process.versions.node}. Install one from nodejs.org.`);
  }
  if (isInstalled()) return;
  const version = npm(['--version'], 'pipe').stdout?.trim() ?? '';
  if (!(parseInt(version) >= 10))
    stop(`Akada needs npm 10 or later; this is ${version || 'none'}. Run: npm install -g npm`);
  const started = Date.now();
  console.log('Installing packages (about a minute the first time)…');
  const result = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'pipe');
  if (result.status !== 0) stop(explainInstall(`${result.stdout}${result.stderr}${result.error ?? ''}`));
  if (!existsSync(node)) {
    stop(
      'The packages are installed, but their install scripts did not run (npm is set to ignore-scripts).\nRun: npm rebuild node --ignore-scripts=false && npm rebuild --ignore-scripts=false',
    );
  }
  console.log(`Installed in ${seconds(started)}.`);
}

/** Builds what the browser loads and what the server runs, each if a source of it has changed. */
export function bundle({ isRequired = true } = {}) {
  const hashes = bundleHashes();
  const stale = Object.keys(bundles).filter(
    (name) => readIfThere(stampFile(name)) !== hashes[name] || !bundles[name].every(isBuilt),
  );
  if (stale.length === 0) return;
  for (const name of stale) rmSync(stampFile(name), { force: true });
  const result = spawnSync(node, ['bin/build.ts', ...stale], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0 && isRequired) stop('The program could not be built. See the output above.');
}

const isBuilt = (file) => existsSync(join(root, 'dist', file));

/** Records which sources were built. */
export function stampBundle(name) {
  writeFileSync(stampFile(name), bundleHashes()[name]);
}

/** The next `npm start` builds a release, even if no source has changed meanwhile. */
export function forgetBundles() {
  for (const name of Object.keys(bundles)) rmSync(stampFile(name), { force: true });
}

/**
 * Runs a program in this terminal and forwards signals. The server detects our exit by the closed channel, so even a
 * kill -9 of this process leaves nothing running.
 */
export function run(args, { env = {}, channel = false } = {}) {
  const child = spawn(node, [...(args[0].endsWith('.ts') ? [resolvingOnce] : []), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  whenOrphaned(() => child.kill('SIGTERM'));
  return new Promise((done) => {
    child.once('error', (error) => stop(`${node} cannot be run: ${error.message}`));
    child.once('exit', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/** Goes on as another program, which saves the 30 MB of this one. Returns where Node or the system cannot. */
export function become(args, env) {
  if (!process.execve || process.platform === 'win32') return;
  process.chdir(root);
  process.execve(node, [node, ...args], { ...process.env, ...env });
}

/** npm forwards signals only to its shell, or dies silently, so a change of parent processes is the only sign. */
export function whenOrphaned(end) {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    end();
  }, 250).unref();
}

// The parent shell and, where the system shows it, npm above it.
function ancestors() {
  const [, npmPid = ''] = /^PPid:\s*(\d+)/m.exec(readIfThere(`/proc/${process.ppid}/status`) ?? '') ?? [];
  return `${process.ppid} ${npmPid}`;
}

export function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

// npm writes this lock file into node_modules when it finishes: if it lists the same packages, nothing is stale.
function isInstalled() {
  const hidden = readIfThere(join(root, 'node_modules/.package-lock.json'));
  if (!hidden || !existsSync(node)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const found = JSON.parse(hidden).packages;
  const isThere = ([path, { version, optional }]) =>
    !path || (found[path]?.version ?? (optional && version)) === version;
  return Object.entries(wanted).every(isThere) && Object.keys(found).every((path) => wanted[path]);
}

function npm(args, stdio) {
  const own = process.env.npm_execpath;
  const [program, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []];
  const options = { cwd: root, stdio: ['ignore', stdio, stdio], encoding: 'utf8', shell: process.platform === 'win32' };
  return spawnSync(program, [...first, ...args], { ...options, maxBuffer: 2 ** 26 });
}

function explainInstall(output) {
  const known = [
    [
      /ENOSPC|no space left|EDQUOT/i,
      `The disk is full: ${root} needs 700 MB for packages. Free some space and start again.`,
    ],
    [
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/,
      'The package registry cannot be reached. Check the network (npm ping), then start again.',
    ],
    [/EACCES|EPERM|EROFS/, `npm cannot write to ${root}. Start as the user who owns that folder.`],
    [/EUSAGE|in sync/, 'package.json and package-lock.json differ. Run "npm install", then start again.'],
  ];
  // When the disk is full, a package's install script can print anything.
  const { bavail, bsize } = statfsSync(root);
  const reported = bavail * bsize < 100e6 ? 'ENOSPC' : output;
  const sentence = known.find(([pattern]) => pattern.test(reported))?.[1];
  const last = output.trim().split('\n').slice(-12).join('\n');
  return sentence ?? `npm ci failed. Fix the problem below, then start again:\n${last}`;
}

// Files that only the tests or one of the two read do not affect the other.
const unread = {
  client: /(\.(test|spec|schema|queries|routes|demo)\.tsx?|\.sql|\.md|^server\.ts)$/,
  product: /(\.(test|spec)\.tsx?|\.tsx|\.css|\.sql|\.md)$/,
};

/** Of the sources of each, which are read once for both: every start waits for this. */
function bundleHashes() {
  const hashes = Object.entries(unread).map(([name, files]) => ({ name, files, hash: createHash('sha256') }));
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const parts = server.parts.flatMap((folder) => readdirSync(join(root, folder)).map((file) => join(folder, file)));
  const own = ['vite.config.ts', server.source, ...parts.sort()].map((file) => join(root, file));
  for (const file of [lockFile, ...own, ...sources.sort()]) {
    const readers = hashes.filter(({ files }) => !files.test(basename(file)));
    if (readers.length === 0) continue;
    const content = readFileSync(file);
    for (const { hash } of readers) hash.update(file.slice(root.length)).update('\0').update(content).update('\0');
  }
  return Object.fromEntries(hashes.map(({ name, hash }) => [name, hash.digest('hex')]));
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
