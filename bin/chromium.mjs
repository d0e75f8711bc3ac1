import { existsSync } from 'node:fs';
import { findProgram, installPackages, mayInstall } from './apt.mjs';
import { stop } from './bootstrap.mjs';

/** Renders the same pages as full Chromium in about half the time, so tests use it. */
const shell = ['chromium-headless-shell'];
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** The path of a Chromium on this machine, or undefined. */
export function findChromium({ isWhole = false } = {}) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) stop(`CHROMIUM_PATH is ${given}, which does not exist.`);
    return given;
  }
  const found = [...(isWhole ? [] : shell), ...whole].map(findProgram);
  return [...found, ...places].find((path) => path && existsSync(path));
}

/** Installs Chromium where it may, and otherwise explains how to. */
export function ensureChromium({ isWhole = false } = {}) {
  const found = findChromium({ isWhole });
  if (process.env.CHROMIUM_PATH || (found && (isWhole || shell.some((name) => found.endsWith(name))))) return found;
  if (!mayInstall())
    return found ?? stop('Install Chromium or Chrome, or set CHROMIUM_PATH to its path, then run this again.');
  console.log('Installing Chromium for the browser tests…');
  // Not every Debian release has the headless shell.
  for (const name of [...(isWhole ? [] : shell), ...(found ? [] : ['chromium'])]) if (installPackages(name)) break;
  return findChromium({ isWhole }) ?? stop('Install Chromium, or set CHROMIUM_PATH to its path, then run this again.');
}
