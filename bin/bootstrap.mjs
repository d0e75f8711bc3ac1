// Runs on the machine's own Node, before anything is installed: no dependencies, no TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The project's own Node 24, installed by npm. */
export const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** How the server is run. */
export const server = {
  // Node takes all the memory it may for young objects: 8 MB of them halve the process and cost nothing measurable.
  args: [
    '--max-semi-space-size=8',
    `--import=${pathToFileURL(join(root, 'bin/resolve-once.mjs'))}`,
    'src/product/server.ts',
  ],
  env: (mode) => ({
    NODE_ENV: process.env.NODE_ENV || mode,
    // glibc gives each thread of the pool an arena that it never gives back: two of them save 15 MB and more.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
    // Compiled modules are kept from start to start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compiled'),
  }),
};

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'dist/bundle.stamp');

/** Ends with a sentence for the person at the terminal. */
export function stop(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** Makes sure of Node, npm and what package-lock.json names. */
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

/** Builds the browser bundle when one of its sources changed. */
export function bundle({ isRequired = true } = {}) {
  const stamp = bundleHash();
  if (readIfThere(stampFile) === stamp && existsSync(join(root, 'dist/client/.vite/manifest.json'))) return;
  rmSync(stampFile, { force: true });
  const result = spawnSync(node, ['bin/build.ts'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0 && isRequired) stop('The browser bundle could not be built. See the output above.');
}

/** Notes that the bundle belongs to the sources as they are. */
export function stampBundle() {
  writeFileSync(stampFile, bundleHash());
}

/**
 * Runs a program with our terminal and passes signals on. A server notices our end by the closed channel, so that
 * even a kill -9 of this process leaves nothing behind.
 */
export function run(args, { env = {}, channel = false } = {}) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])],
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  whenOrphaned(() => child.kill('SIGTERM'));
  return new Promise((done) => {
    child.once('error', (error) => stop(`${node} cannot be run: ${error.message}`));
    child.once('exit', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/** npm passes signals to its shell alone, or dies without a word: only a change of our ancestors tells. */
export function whenOrphaned(end) {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    end();
  }, 250).unref();
}

// The shell, and npm above it where the system shows that.
function ancestors() {
  const [, npmPid = ''] = /^PPid:\s*(\d+)/m.exec(readIfThere(`/proc/${process.ppid}/status`) ?? '') ?? [];
  return `${process.ppid} ${npmPid}`;
}

export function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

// npm leaves its own lock file in node_modules when it is done: the same packages there mean that nothing is stale.
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
  // A package's own install script says whatever it likes when the disk is full.
  const { bavail, bsize } = statfsSync(root);
  const said = bavail * bsize < 100e6 ? 'ENOSPC' : output;
  const sentence = known.find(([pattern]) => pattern.test(said))?.[1];
  const last = output.trim().split('\n').slice(-12).join('\n');
  return sentence ?? `npm ci failed. Fix the problem below, then start again:\n${last}`;
}

// Files that only the server or the tests read do not make a bundle stale.
const serverOnly = /(\.(test|spec|schema|queries|routes|demo)\.tsx?|\.sql|\.md)$/;

function bundleHash() {
  const hash = createHash('sha256');
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !serverOnly.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [lockFile, join(root, 'vite.config.ts'), ...files.sort()]) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
