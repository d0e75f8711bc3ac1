import { spawnSync } from 'node:child_process';

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
const apt = (...args) => spawnSync('apt-get', ['-qq', '-y', ...args], { env, encoding: 'utf8' });
let isFresh = false;

/** Whether packages of Debian can be installed here. */
export const mayInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

/** Installs packages of Debian, and says whether it did. */
export function installPackages(...names) {
  if (!isFresh) apt('update');
  isFresh = true;
  const result = apt('install', '--no-install-recommends', ...names);
  if (result.status !== 0)
    console.log(`${names.join(', ')} could not be installed: ${result.stderr.trim().split('\n').pop()}`);
  return result.status === 0;
}

/** The path of a program that can be called by name, or undefined. */
export const findProgram = (name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim() || undefined;
