import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { onClose } from '#web/running/shutdown.ts';
import { findProgram, installPackages, mayInstall } from '../../bin/apt.mjs';
import { ensureChromium } from '../../bin/chromium.mjs';
import { openByPuppeteer } from './puppeteer.ts';
import type { Driver } from './visitor.ts';
import { openWebKit } from './webkit.ts';

export const browserNames = ['firefox', 'webkit', 'chromium'] as const;
export type BrowserName = (typeof browserNames)[number];

/** Programs by the package of Debian that has each. */
const needs = {
  firefox: { 'firefox-esr': 'firefox-esr' },
  // WebKitGTK draws to a screen, so it gets one of its own.
  webkit: { WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' },
} as const;

/** Opens a browser, which is installed where that may be. */
export function openBrowser(name: BrowserName): Promise<Driver> {
  if (name === 'chromium') return openByPuppeteer('chrome', ensureChromium() as string);
  const missing = Object.entries(needs[name]).filter(([program]) => !findProgram(program));
  const packages = missing.map(([, from]) => from);
  if (missing.length && !(mayInstall() && installPackages(...packages)))
    throw new Error(`Install ${packages.join(' and ')}, then run this again.`);
  return name === 'firefox' ? openByPuppeteer('firefox', findProgram('firefox-esr')!) : startWebKit();
}

async function startWebKit(): Promise<Driver> {
  const display = await screen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' },
  });
  onClose(async () => void driver.kill());
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + 20_000; Date.now() < end; await setTimeout(100)) {
    const answer = await fetch(`${url}/status`).catch(() => undefined);
    if (answer?.ok) return openWebKit(url);
  }
  throw new Error('The driver of WebKitGTK does not answer.');
}

/** A screen that nobody looks at; it says its own number. */
async function screen(): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  onClose(async () => void server.kill());
  const numbered = server.stdio[3] as NodeJS.ReadableStream;
  const number = await new Promise<string>((done, fail) => {
    numbered.once('data', (data: Buffer) => done(data.toString().trim()));
    server.once('error', fail);
    server.once('exit', () => fail(new Error('There is no screen for WebKitGTK.')));
  });
  return `:${number}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
