import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { forgetBundles, node, root, server, whenOrphaned } from './bootstrap.mjs';

// Pages and styles reach the browser through a new bundle, whose manifest restarts the server.
const browserOnly = /\.(tsx|css|svg)$|\.(test|spec)\.ts$|\/client\//;

/** Builds the bundle and runs the server, and repeats both after every change. */
export async function develop(args) {
  const output = join(root, 'dist/client');
  rmSync(output, { recursive: true, force: true });
  forgetBundles();
  mkdirSync(output, { recursive: true });
  const builder = start(['bin/build.ts', '--watch']);
  const isBuilt = () => existsSync(join(output, '.vite/manifest.json'));
  while (!isBuilt() && builder.exitCode === null) await pause(100);

  let current = startServer();
  let timer;
  let turn = Promise.resolve();
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // One at a time: the next server needs the port and the database of the previous one.
      turn = turn.then(async () => {
        await end(current);
        current = startServer();
      });
    }, 200);
  };
  for (const folder of ['src', 'migrations']) {
    watch(join(root, folder), { recursive: true }, (_, name) => name && !browserOnly.test(`/${name}`) && again());
  }
  watch(output, { recursive: true }, (_, name) => name?.endsWith('manifest.json') && isBuilt() && again());
  const pages = join(root, 'dist/server');
  mkdirSync(pages, { recursive: true });
  watch(pages, { recursive: true }, () => isBuilt() && again());

  const endAll = () => {
    clearTimeout(timer);
    builder.kill();
    turn = turn.then(() => end(current)).then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endAll);
  whenOrphaned(endAll);

  function startServer() {
    return start([...server.flags, server.source, '--dev', ...args], ['ipc']);
  }
}

function start(args, more = []) {
  const env = { ...process.env, ...server.env('development') };
  return spawn(node, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', ...more] });
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
