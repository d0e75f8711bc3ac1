import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { sessionCookie } from '#web/requests.ts';
import { onClose } from '#web/running/shutdown.ts';
import { launchChromium } from '#test/browser/support/chromium.ts';
import { bundle } from '../../../bin/bootstrap.mjs';
import { ensureChromium } from '../../../bin/chromium.mjs';
import { openForm } from '../admission/form-rows.ts';
import { endCleanly } from '../end-cleanly.ts';
import { openEnvironment } from '../bench-environment.ts';
import { say } from '../say.ts';
import { asJson, exitStatus, isMissed, keep, rowLines } from '../report.ts';
import { shapeOf } from '../school.ts';
import { fillSchool } from '../schools.ts';
import { serve, type Site } from '../site.ts';
import { conditions, visit, type Loaded, type Swapped } from './measure-page.ts';
import { loadLines, loadRows, swapLines, swapRows } from './web-table.ts';
import { firstLoads, swaps } from './visits.ts';

// npm run bench:web -- [--runs 5] [--scale 10000]: the product in Chromium over a thin network, with a slow processor.
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, scale: { type: 'string', default: '10000' } },
});
const runs = Number(values.runs);

await endCleanly(async () => {
  bundle();
  process.env['CHROMIUM_PATH'] = ensureChromium({ isWhole: true })!;
  const { environment } = await openEnvironment();
  await serve(await fillSchool(environment, 'akada', shapeOf(values.scale)), measureWeb);
});

async function measureWeb({ app, client, school }: Site) {
  // On a signal it would end the whole process before the rest is closed.
  const browser = await launchChromium({ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false });
  onClose(() => browser.close());
  const url = `http://127.0.0.1:${app.port}`;
  const place = { browser, url, cookies: [{ name: sessionCookie, value: school.cookie, url }] };
  const { rows } = await client.query<{ id: string }>('select id from students order by id limit 1');
  await openForm(client, school.institutionId);
  const pages = firstLoads(Number(rows[0]!.id));
  const loads = pages.map((page) => ({ ...page, runs: [] as Loaded[] }));
  const moves = swaps.map((swap) => ({ ...swap, runs: [] as Swapped[] }));
  for (let run = 1; run <= runs; run++) {
    say(`Run ${run} of ${runs} …`);
    for (const load of loads) {
      const { loaded, swapped } = await visit(place, load, load.name === 'list' ? swaps : []);
      load.runs.push(loaded);
      swapped.forEach((one, at) => moves[at]!.runs.push(one));
    }
  }
  await browser.close();
  const { kilobitsPerSecond, latency, slowdown } = conditions;
  const machine = `${browser.version()}, ${kilobitsPerSecond} Kbit/s, ${latency} ms, processor ${slowdown} times slower; ${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  say(`\nChromium ${machine}; the middle of ${runs} runs\n`);
  [...loadLines(loads), '', ...swapLines(moves), ''].forEach(say);
  const budgets = [...loadRows(loads), ...swapRows(moves)];
  rowLines(budgets).forEach(say);
  const missed = budgets.filter(isMissed).length;
  say(`\n${missed ? `Beyond their budget: ${missed} (✗).` : 'Everything is within its budget.'}`);
  keep('bench-web.json', asJson({ at: new Date().toISOString(), machine, runs, loads, swaps: moves }, budgets));
  process.exitCode = exitStatus(budgets);
}
