import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '#kernel/migrate.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { closeInTurn, endOnSignals, onClose } from '#web/shutdown.ts';
import { withClient } from '#test/harness/client.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { bundle, root } from '../../bin/bootstrap.mjs';
import { measure } from './measure.ts';
import { isMissed, keep, show } from './report.ts';
import { startProduct } from './start.ts';

// npm run bench -- [--scale 100000] [--quick] [--only list,search,…]: figures, budgets and what misses them.
const { values } = parseArgs({
  options: { scale: { type: 'string' }, quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const isQuick = values.quick;
const scale = Number(values.scale ?? (isQuick ? 10_000 : 100_000));
const isWanted = (part: string) => !values.only || values.only.split(',').includes(part);

async function main() {
  bundle();
  const dataFolder = mkdtempSync(join(tmpdir(), 'akada-bench-'));
  // PostgreSQL's own user has to pass through.
  chmodSync(dataFolder, 0o711);
  onClose(async () => removeFolder(dataFolder));
  const postgres = await startPostgres({ dataFolder, log: console.error });
  onClose(() => postgres.stop());
  const { ownerUrl } = postgres;
  const { appUrl } = await migrate(ownerUrl);
  const secret = randomBytes(32).toString('hex');

  const rows = await withClient(ownerUrl, (client) =>
    measure({ client, ownerUrl, appUrl, dataFolder, secret, scale, isQuick, isWanted }),
  );
  if (isWanted('start')) {
    await postgres.stop();
    // The first start fills the cache of compiled modules, as an installation's first start does.
    await startProduct(process.execPath, dataFolder);
    const { seconds, megabytes } = await startProduct(process.execPath, dataFolder);
    rows.push({ what: 'start, initialised database', value: seconds, unit: 's', budget: 2 });
    if (megabytes) rows.push({ what: 'memory of the server at rest', value: megabytes, unit: 'MB', budget: 200 });
  }
  console.log(
    `\n${scale.toLocaleString('en')} students, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}\n`,
  );
  show(rows);
  keep(root, { at: new Date().toISOString(), scale, isQuick, cores: cpus().length }, rows);
  process.exitCode = rows.some(isMissed) ? 1 : 0;
}

// Ctrl-C: the measure at work fails as its servers go, while whoever closes them in turn also ends the process.
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => (isInterrupted = true));
endOnSignals();
try {
  await main();
} catch (error) {
  process.exitCode = isInterrupted ? 130 : 2;
  if (!isInterrupted) console.error(error);
}
if (!isInterrupted) {
  await closeInTurn();
  process.exit();
}
