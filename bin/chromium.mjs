import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stop } from './bootstrap.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** A Chromium on this machine, or undefined. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) stop(`CHROMIUM_PATH names ${given}, which is not there.`);
    return given;
  }
  const found = names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim());
  return [...found, ...places].find((path) => path && existsSync(path));
}

/** A Chromium: installed where that is ours to do, asked for where it is not. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const hasApt = spawnSync('apt-get', ['--version']).status === 0;
  const how = hasApt
    ? 'Run: sudo apt-get install chromium'
    : 'Install Chromium or Chrome, or set CHROMIUM_PATH to where it is';
  if (!hasApt || process.getuid?.() !== 0) stop(`The browser tests need Chromium. ${how}, then run "npm test" again.`);
  console.log('Installing Chromium for the browser tests …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', ['-qq', '-y', ...args], { env, encoding: 'utf8' });
  apt('update');
  const result = apt('install', '--no-install-recommends', 'chromium');
  if (result.status !== 0) stop(`Chromium could not be installed: ${result.stderr.trim().split('\n').pop()}\n${how}.`);
  return findChromium() ?? stop(`Chromium was installed, but is not found. Set CHROMIUM_PATH to where it is.`);
}
