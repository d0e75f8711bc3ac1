import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endCleanly } from '#test/bench/end-cleanly.ts';
import { temporaryFolder } from '#test/bench/bench-environment.ts';
import { say } from '#test/bench/say.ts';
import { startDemonstration } from '#test/harness/product-process.ts';
import { bundle, root } from '../../bin/bootstrap.mjs';
import { journeys } from './journeys.ts';
import { browserNames, openBrowser, type BrowserName } from './open-browser.ts';
import { Visitor } from './visitor.ts';

// npm run browsers -- [--only firefox|webkit|chromium]: the core journeys in each engine, on the demonstration; an error in the console fails one.
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = browserNames.filter((name) => !values.only || values.only.split(',').includes(name));
const folder = join(root, 'var/browsers');

await endCleanly(async () => {
  bundle();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let failed = 0;
  for (const name of wanted) failed += await walk(name);
  say(failed ? `\n${failed} failed. Pictures: ${folder}` : '\nAll passed.');
  if (failed) process.exitCode = 1;
});

/** All journeys in one browser, over a demonstration of its own: they write. */
async function walk(name: BrowserName): Promise<number> {
  const { url, signIns } = await startDemonstration(temporaryFolder());
  const driver = await openBrowser(name);
  say(`\n${driver.name} ${driver.version}`);
  const visitor = new Visitor(driver, url);
  let failed = 0;
  try {
    for (const [title, take] of Object.entries(journeys)) {
      const from = performance.now();
      const took = () => `${((performance.now() - from) / 1000).toFixed(1)} s`;
      try {
        await take(visitor, signIns);
        const errors = driver.takeErrors() ?? [];
        if (errors.length > 0) throw new Error(`The console has errors:\n${[...new Set(errors)].join('\n')}`);
        say(`✓ ${title} (${took()})`);
      } catch (error) {
        failed += 1;
        say(`✗ ${title} (${took()})`);
        console.error(error);
        await driver.picture(join(folder, `${name}-${title.replaceAll(/\W+/g, '-')}.png`)).catch(console.error);
      }
    }
  } finally {
    await driver.close();
  }
  return failed;
}
