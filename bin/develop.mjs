import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { node, root } from './bootstrap.mjs';

// Pages and styles reach the browser through a new bundle, whose manifest restarts the server.
const browserOnly = /\.(tsx|css|svg)$|\.(test|spec)\.ts$|\/client\//;

/** Builds the bundle and runs the server, both again on every change. */
export async function develop(args) {
  const output = join(root, 'dist/client/.vite');
  mkdirSync(output, { recursive: true });
  const builder = start(['bin/build.ts', '--watch']);
  while (!existsSync(join(output, 'manifest.json')) && builder.exitCode === null) await pause(100);

  let server = startServer();
  let timer;
  let ending = false;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      await end(server);
      if (!ending) server = startServer();
    }, 150);
  };
  for (const folder of ['src', 'migrations']) {
    watch(join(root, folder), { recursive: true }, (_, name) => name && !browserOnly.test(`/${name}`) && again());
  }
  watch(output, again);

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      ending = true;
      clearTimeout(timer);
      builder.kill();
      await end(server);
      process.exit(0);
    });
  }

  function startServer() {
    return start(['src/web/server.ts', '--dev', ...args], ['ipc']);
  }
}

function start(args, more = []) {
  const env = { NODE_ENV: 'development', ...process.env };
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
