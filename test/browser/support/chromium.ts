import { chromium } from 'playwright-core';
import type { Browser, LaunchOptions } from 'playwright-core';
import { findChromium } from '../../../bin/chromium.mjs';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The machine's own Chromium; CHROMIUM_PATH names another. */
export function openChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('The browser tests need Chromium, and there is none. Set CHROMIUM_PATH to it.');
  return chromium.launch({ executablePath, args: quiet, ...options });
}
