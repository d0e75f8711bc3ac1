import { chromium } from 'playwright-core';
import type { Browser, LaunchOptions } from 'playwright-core';
import { findChromium } from '../../../bin/chromium.mjs';
import { closeContexts } from './context-pool.ts';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The next page finds the scripts that the last one has compiled.
  '--process-per-site',
  // A page lives for seconds: to make its code fast takes longer than that saves.
  '--js-flags=--no-opt --no-maglev',
];

/** The machine's own Chromium; CHROMIUM_PATH names another. */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('The browser tests need Chromium, and there is none. Set CHROMIUM_PATH to it.');
  return chromium.launch({ executablePath, args: quiet, ...options });
}

let shared: Promise<Browser> | undefined;

/**
 * The one that all files of a worker use one after the other, and that ends with the worker. Windows share nothing; to
 * close it closes those that are left.
 */
export async function openChromium(): Promise<Browser> {
  const browser = await (shared ??= launchShared());
  if (browser.isConnected()) return browser;
  shared = undefined;
  return openChromium();
}

async function launchShared() {
  const browser = await launchChromium();
  browser.close = () => closeContexts(browser);
  return browser;
}
