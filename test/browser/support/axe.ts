import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { devtoolsOf } from './devtools.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe objects to within an element, by rule and element, once nothing fades any more. The side navigation is the
 * same beside every page and a third of the work: frame.spec.ts looks at it, by `:root`.
 */
export async function violations(page: Page, selector = 'html'): Promise<string[]> {
  await injectAxe(page);
  // On a wide dark page the same elements as in light have other colours, and nothing else.
  const isWideDark = await page.evaluate(
    () => matchMedia('(min-width: 767px) and (prefers-color-scheme: dark)').matches,
  );
  return runAxe(page, selector, isWideDark ? 'colours' : 'all');
}

async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  // By the debugger itself, where the page's content policy does not reach. What Playwright evaluates is parsed anew on
  // each page; of this the browser keeps what it has compiled.
  await (await devtoolsOf(page)).send('Runtime.evaluate', { expression: axe });
}

function runAxe(page: Page, selector: string, rules: 'all' | 'colours'): Promise<string[]> {
  return page.evaluate(
    async ([context, rules]: [string, string]) => {
      interface Violations {
        violations: { id: string; nodes: { html: string }[] }[];
      }
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      // What takes longer than a second is no fade: the time that a message stays, a carousel.
      const fades = () =>
        document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= 1000);
      // An inherited colour fades in a child when it has faded in the parent.
      for (let still = 0; still < 2; still = fades().length ? 0 : still + 1) {
        await Promise.allSettled(fades().map(({ finished }) => finished));
        await frame();
      }
      // A form's buttons that stick to the foot of a phone are judged where they lie at its end, not over what scrolls by.
      for (const bar of document.querySelectorAll<HTMLElement>('[data-tour="form-actions"]'))
        bar.style.position = 'static';
      const tool = (window as unknown as { axe: { run(context: object, options: object): Promise<Violations> } }).axe;
      const hasFrame = context === 'html' && document.querySelector('#side-bar');
      const found = await tool.run(
        { include: context, ...(hasFrame && { exclude: ['#side-bar'] }) },
        {
          // What passes need not be described: on a long list that is most of the work.
          resultTypes: ['violations'],
          // Style sheets and media would be fetched once more, for rules that are not asked.
          preload: false,
          selectors: false,
          runOnly:
            rules === 'colours'
              ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
              : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        },
      );
      for (const bar of document.querySelectorAll<HTMLElement>('[data-tour="form-actions"]')) bar.style.position = '';
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
      );
    },
    [selector, rules] as [string, string],
  );
}

/**
 * The same in both schemes, first in the one that the page is in: to load or draw it again takes longer than to look. In
 * the other one it is asked what colours can do.
 */
export async function violationsInBothSchemes(page: Page, selector = 'html'): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const schemes = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  const found: string[] = [];
  await injectAxe(page);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The public pages leave it to their style sheets.
    const scripted = page.locator(`html[data-color-scheme=${colorScheme}], html:not([data-color-scheme])`);
    await scripted.waitFor();
    const rules = colorScheme === schemes[0] ? 'all' : 'colours';
    found.push(...(await runAxe(page, selector, rules)).map((problem) => `${colorScheme}: ${problem}`));
  }
  return found;
}
