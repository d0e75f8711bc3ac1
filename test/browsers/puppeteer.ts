import { setTimeout } from 'node:timers/promises';
import { launch, type ElementHandle, type Page } from 'puppeteer-core';
import { findElement } from './find-element.ts';
import type { Driver, PageElement } from './visitor.ts';

/** Firefox by WebDriver BiDi, which it speaks itself, or Chromium. */
export async function openByPuppeteer(browserName: 'firefox' | 'chrome', executablePath: string): Promise<Driver> {
  const browser = await launch({
    browser: browserName,
    executablePath,
    headless: true,
    defaultViewport: null,
    args: browserName === 'chrome' ? ['--no-sandbox', '--disable-gpu'] : [],
  });
  const page = await browser.newPage();
  let errors: { text: string; at: number }[] = [];
  let leftAt: number[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) leftAt.push(Date.now());
  });
  page.on('pageerror', (error) => void errors.push({ text: String(error), at: Date.now() }));
  page.on('console', (line) => {
    if (line.type() === 'error' && !refused.test(line.text())) errors.push({ text: line.text(), at: Date.now() });
  });
  // Firefox tells its driver nothing of what the policy blocks.
  if (browserName === 'firefox') await page.evaluateOnNewDocument(reportBlocked);
  /** The long-term release doesn't know one of the two commands sent for this, and follows the other. */
  async function resize(width: number, height: number): Promise<void> {
    await page.setViewport({ width, height }).catch(() => {});
    for (const end = Date.now() + 20_000; Date.now() < end; await setTimeout(50))
      if ((await page.evaluate(() => innerWidth)) === width) return;
    throw new Error(`The window did not become ${width} px wide.`);
  }
  await resize(1280, 800);
  return {
    name: browserName === 'firefox' ? 'Firefox' : 'Chromium',
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    find: (selector, name) => onPage(() => found(page, selector, name)),
    call: (work, ...values) => onPage(async () => (await page.evaluate(work, ...values)) as never),
    key: (key) => page.keyboard.press(key),
    resize,
    picture: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    takeErrors() {
      const isCutOff = ({ text, at }: (typeof errors)[number]) =>
        failedLoad.test(text) && leftAt.some((left) => Math.abs(left - at) < 1000);
      const taken = errors.filter((error) => !isCutOff(error)).map(({ text }) => text);
      errors = [];
      leftAt = [];
      return taken;
    },
    close: () => browser.close(),
  };
}

/** Chromium writes down every refused form, such as that with a wrong password, which a journey sends on purpose. */
const refused = /the server responded with a status of (401|403|409|422)/;

/** Firefox writes down what it was still loading when a page is left: fonts, modules, and what the service worker fetches. */
const failedLoad =
  /downloadable font: download failed|ServiceWorker intercepted|loading dynamically imported module|Unable to preload CSS/;

/** Chromium ends what asks a page that is just being left; the next one is asked instead. */
async function onPage<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const end = Date.now() + 20_000; ; await setTimeout(50))
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end || !/context was destroyed|find context/i.test(String(error))) throw error;
    }
}

/** Runs in each page before its own scripts. */
function reportBlocked(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`Blocked by ${effectiveDirective}: ${blockedURI}`),
  );
}

async function found(page: Page, selector: string, name: string): Promise<PageElement | null> {
  const handle = await page.evaluateHandle(findElement, selector, name);
  const element = handle.asElement() as ElementHandle<Element> | null;
  if (!element) return null;
  return {
    click: () => element.click(),
    type: (text) => element.type(text),
    select: async (value) => void (await element.select(value)),
    attach: (file) => (element as ElementHandle<HTMLInputElement>).uploadFile(file),
    call: (work, ...values) => element.evaluate(work as never, ...(values as never[])),
  };
}
