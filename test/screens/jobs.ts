import { parseArgs } from 'node:util';
import { startDemonstration } from '#test/harness/product-process.ts';
import { endCleanly } from '#test/bench/end-cleanly.ts';
import { temporaryFolder } from '#test/bench/bench-environment.ts';
import { say } from '#test/bench/say.ts';
import { launchChromium } from '#test/browser/support/chromium.ts';
import { bundle } from '../../bin/bootstrap.mjs';
import { ensureChromium } from '../../bin/chromium.mjs';
import { doJobs, tableOf } from './jobs/do-jobs.ts';

// npm run jobs -- [--only marks,lesson]: ten jobs of a school's day, each from the home of who does it, and how many
// acts they take. It fails if one takes more than its limit or has not happened.
const { values } = parseArgs({ options: { only: { type: 'string' } } });

await endCleanly(async () => {
  bundle();
  ensureChromium();
  say('Starting the demonstration …');
  const { url, signIns } = await startDemonstration(temporaryFolder());
  const browser = await launchChromium();
  try {
    const done = await doJobs({ browser, url, signIns, only: values.only?.split(',') ?? [] });
    say(tableOf(done));
    if (done.some(({ isGood }) => !isGood)) process.exitCode = 1;
  } finally {
    await browser.close();
  }
});
