import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { onClose } from '#web/shutdown.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { bundle, root } from '../../bin/bootstrap.mjs';
import { endCleanly } from './end-cleanly.ts';
import { driversShare, figureLines } from './figures-table.ts';
import { openDriver } from './load.ts';
import { measure, say, type Found } from './measure.ts';
import { asJson, exitStatus, keep, rowLines, type Row } from './report.ts';
import { shapeOf, type Shape } from './school.ts';
import { withSite, type House } from './site.ts';
import { startProduct } from './start.ts';

// npm run bench -- [--scale 100000 | --scales 10000,100000,peers | --all] [--quick] [--only list,search,…]
const { values } = parseArgs({
  options: {
    scale: { type: 'string' },
    scales: { type: 'string' },
    all: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const isQuick = values.quick;
const scales = values.all
  ? ['10000', '100000', '1000000', 'peers']
  : (values.scales ?? values.scale ?? (isQuick ? '10000' : '100000')).split(',');
const isWanted = (part: string) => !values.only || values.only.split(',').includes(part);

async function main() {
  bundle();
  const dataFolder = mkdtempSync(join(tmpdir(), 'akada-bench-'));
  // PostgreSQL's own user has to pass through.
  chmodSync(dataFolder, 0o711);
  onClose(async () => removeFolder(dataFolder));
  const postgres = await startPostgres({ dataFolder, log: console.error });
  onClose(() => postgres.stop());
  const secret = randomBytes(32).toString('hex');
  const { ownerUrl, pid: postgresPid } = postgres;
  const house = { ownerUrl, dataFolder, secret, postgresPid, driver: openDriver() };

  const all: (Found & { shape: Shape })[] = [];
  for (const [at, scale] of scales.entries()) all.push(await measureScale(house, at, shapeOf(scale)));
  const rows = all.flatMap((one) => one.rows);
  if (isWanted('start')) {
    await postgres.stop();
    rows.push(...(await startRows(dataFolder)));
  }
  say('');
  rowLines(rows).forEach(say);
  keep(root, 'bench.json', asJson({ at: new Date().toISOString(), isQuick, cores: cpus().length, scales: all }, rows));
  process.exitCode = exitStatus(rows);
}

async function measureScale(house: House, at: number, shape: Shape) {
  say(`Filling a school with ${shape.students.toLocaleString('en')} students …`);
  // The product, when it is started at the end, finds the first school in its own database.
  return withSite(house, at === 0 ? 'akada' : `school_${shape.name}`, shape, async (site) => {
    say(`Filled in ${site.fillSeconds.toFixed(1)} s.`);
    const found = await measure(site, { isQuick, isWanted });
    say(
      `\n${shape.students.toLocaleString('en')} students, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}. Milliseconds of processor for each request.\n`,
    );
    figureLines(found.figures, found.talk).forEach(say);
    say(`\nThe load generator took ${(driversShare(found.figures) * 100).toFixed(0)} % of the processor time.`);
    return { ...found, shape };
  });
}

async function startRows(dataFolder: string): Promise<Row[]> {
  // The first start fills the cache of compiled modules, as an installation's first start does.
  await startProduct(process.execPath, dataFolder);
  const { seconds, megabytes } = await startProduct(process.execPath, dataFolder);
  const start: Row = { what: 'start, initialised database', value: seconds, unit: 's', budget: 2 };
  if (megabytes === null) return [start];
  return [start, { what: 'memory of the server at rest', value: megabytes, unit: 'MB', budget: 200 }];
}

await endCleanly(main);
