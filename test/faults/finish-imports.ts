import { setTimeout as wait } from 'node:timers/promises';
import type { Site } from '#test/faults/site.ts';
import { patiently } from '#test/faults/verdict/judge.ts';

// A job whose process died is taken up when its heartbeat has been missing for long enough (src/kernel/jobs/jobs.ts), and
// one that has died often waits for half a minute in between.
const importsFinishWithin = 240_000;

export async function finishImports(site: Site) {
  for (const end = Date.now() + importsFinishWithin; (await unfinishedImports(site)) > 0; await wait(200)) {
    if (Date.now() > end)
      throw new Error(
        `Imports or billing runs are still unfinished ${importsFinishWithin / 1000} s after the last recovery.`,
      );
  }
}

const unfinishedImports = (site: Site) =>
  patiently(
    site.ownerUrl(),
    async (client) =>
      (
        await client.query<{ id: number }>(`select id from imports where state in ('checking', 'running')
          union all select id from fee_runs where state in ('queued', 'running')`)
      ).rows.length,
  );
