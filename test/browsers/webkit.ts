import { writeFile } from 'node:fs/promises';
import { Builder, Capabilities, Key, type WebElement } from 'selenium-webdriver';
import { findElement } from './find-element.ts';
import type { Driver } from './visitor.ts';

/** WebKitGTK by its driver, which listens at an address. */
export async function openWebKit(driverUrl: string): Promise<Driver> {
  const capabilities = new Capabilities({ browserName: 'MiniBrowser' });
  const browser = await new Builder().usingServer(driverUrl).withCapabilities(capabilities).build();
  const version = (await browser.getCapabilities()).get('browserVersion') as string;
  const resize = (width: number, height: number) => browser.manage().window().setRect({ x: 0, y: 0, width, height });
  await resize(1280, 900);
  return {
    name: 'WebKitGTK',
    version,
    open: (url) => browser.get(url),
    find: async (selector, name) => {
      const element = await browser.executeScript<WebElement | null>(findElement, selector, name);
      if (!element) return null;
      return {
        click: () => element.click(),
        type: (text) => element.sendKeys(text),
        select: async (value) => {
          await browser.executeScript(selectValue, element, value);
        },
        attach: (file) => element.sendKeys(file),
        call: (work, ...values) => browser.executeScript(work, element, ...values),
      };
    },
    call: (work, ...values) => browser.executeScript(work, ...values),
    key: (key) => browser.actions().sendKeys({ Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB }[key]).perform(),
    resize: async (width, height) => void (await resize(width, height)),
    picture: async (file) => writeFile(file, await browser.takeScreenshot(), 'base64'),
    // WebKitWebDriver has no command for the console.
    takeErrors: () => null,
    close: () => browser.quit(),
  };
}

/** As a person's choice does; the driver opens the native list in a window of its own that it can't press. */
function selectValue(element: HTMLSelectElement, value: string): void {
  element.value = value;
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
