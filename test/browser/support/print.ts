import { expect } from 'vitest';
import type { Page } from 'playwright-core';

/** Paper is white and its text dark, whatever the screen looks like: what is drawn otherwise when a page is printed. */
export async function expectInkOnWhite(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect.poll(() => page.evaluate(notInkOnWhite)).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
}

/** Runs in the page. */
function notInkOnWhite(): string[] {
  const brightness = (colour: string) => {
    const [red = 0, green = 0, blue = 0, opacity = 1] = colour.match(/[\d.]+/g)!.map(Number);
    return opacity < 0.5 ? null : (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  };
  return [...document.querySelectorAll<HTMLElement>('body, body *')].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    if (width * height < 400 || !element.checkVisibility({ visibilityProperty: true })) return [];
    if (element.closest('img, .visually-hidden')) return [];
    const { backgroundColor, color } = getComputedStyle(element);
    const hasText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue!.trim());
    const [ground, ink] = [brightness(backgroundColor), hasText ? brightness(color) : null];
    return [
      ...(ground !== null && ground < 0.6 ? [`dark ground: ${element.tagName} ${element.className}`] : []),
      ...(ink !== null && ink > 0.5
        ? [`pale text: ${element.tagName} ${element.textContent!.trim().slice(0, 30)}`]
        : []),
    ];
  });
}
