import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDemonstration } from '#test/harness/product-process.ts';
import { endCleanly } from '#test/bench/end-cleanly.ts';
import { temporaryFolder } from '#test/bench/bench-environment.ts';
import { say } from '#test/bench/say.ts';
import { launchChromium } from '#test/browser/support/chromium.ts';
import { bundle, root } from '../../bin/bootstrap.mjs';
import { ensureChromium } from '../../bin/chromium.mjs';
import { contactSheet } from './contact-sheet.ts';
import { pageNames } from './page-names.ts';
import { takeScreens, type Screen } from './take-screens.ts';

// npm run screens -- [--only reports,home] [--axe]: each page of the demonstration in all sizes and colours, in
// var/screens, or what axe objects to in each and which are wider than their window.
const { values } = parseArgs({ options: { only: { type: 'string' }, axe: { type: 'boolean', default: false } } });
const asksAxe = values.axe;
const only = values.only?.split(',') ?? [];
const folder = join(root, 'var/screens');

await endCleanly(async () => {
  bundle();
  ensureChromium();
  if (!asksAxe) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  say('Starting the demonstration …');
  const { url, signIns } = await startDemonstration(temporaryFolder());
  const browser = await launchChromium();
  const screens: Screen[] = [];
  try {
    for await (const screen of takeScreens({ browser, url, signIns, folder, only, asksAxe })) {
      screens.push(screen);
      say([`${screen.page} (${screen.role})`, ...screen.objections].join('\n  '));
    }
  } finally {
    await browser.close();
  }
  if (!asksAxe) writeFileSync(join(folder, 'index.html'), contactSheet(screens));
  const small = screens.filter((screen) => screen.small.length > 0);
  for (const { page, role, small: targets } of small)
    say(`Too small for a thumb on ${page} (${role}):\n  ${targets.join('\n  ')}`);
  const missing = pageNames().filter((name) => isWanted(name) && !screens.some(({ page }) => page === name));
  const refused = screens.filter(({ objections }) => objections.length > 0).length;
  say(
    asksAxe
      ? `\n${screens.length} pages, ${refused} with objections`
      : `\n${screens.length} screens: ${join('var/screens', 'index.html')}`,
  );
  if (refused) process.exitCode = 1;
  if (missing.length) say(`No link leads there in the demonstration: ${missing.join(', ')}`);
});

function isWanted(name: string): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}
