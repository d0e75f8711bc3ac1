import { setTimeout } from 'node:timers/promises';
import { launch, type ElementHandle, type Page } from 'puppeteer-core';
import { findElement } from './find-element.ts';
import type { Driver, Found } from './visitor.ts';

/** Firefox by WebDriver BiDi, which it speaks itself. */
export async function openFirefox(executablePath: string): Promise<Driver> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: null });
  const page = await browser.newPage();
  /** The long-term release doesn't know one of the two commands sent for this, and follows the other. */
  async function resize(width: number, height: number): Promise<void> {
    await page.setViewport({ width, height }).catch(() => {});
    for (const end = Date.now() + 20_000; Date.now() < end; await setTimeout(50))
      if ((await page.evaluate(() => innerWidth)) === width) return;
    throw new Error(`Firefox did not become ${width} px wide.`);
  }
  await resize(1280, 800);
  return {
    name: 'Firefox',
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    find: (selector, name) => found(page, selector, name),
    call: (work, ...values) => page.evaluate(work, ...values) as never,
    key: (key) => page.keyboard.press(key),
    resize,
    picture: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    close: () => browser.close(),
  };
}

async function found(page: Page, selector: string, name: string): Promise<Found | null> {
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
