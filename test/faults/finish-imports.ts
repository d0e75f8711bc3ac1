import { setTimeout as wait } from 'node:timers/promises';
import type { Site } from '#test/faults/site.ts';
import { patiently } from '#test/faults/verdict/judge.ts';

// A job whose process died is taken up when its heartbeat has been missing for long enough (src/kernel/jobs/jobs.ts), and
// one that has died often waits for half a minute in between. Many rounds leave a long queue, of which one runs at a time.
const nextFinishesWithin = 240_000;

export async function finishImports(site: Site) {
  let left = Infinity;
  for (let end = 0; ; await wait(200)) {
    const unfinished = await unfinishedImports(site);
    if (unfinished.length === 0) return;
    if (unfinished.length < left) end = Date.now() + nextFinishesWithin;
    left = unfinished.length;
    if (Date.now() > end)
      throw new Error(
        `None of these has finished for ${nextFinishesWithin / 1000} s: ${JSON.stringify({ unfinished, jobs: await openJobs(site) })}`,
      );
  }
}

const unfinishedImports = (site: Site) =>
  ask(
    site,
    `select 'import' as what, id, state from imports where state in ('checking', 'running')
     union all select 'billing run', id, state from fee_runs where state in ('queued', 'running')`,
  );

const openJobs = (site: Site) =>
  ask(
    site,
    `select name, state, retry_count, data, start_after, heartbeat_on, now(), left(output::text, 300) as output from pgboss.job
     where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss%'`,
  );

const ask = (site: Site, statement: string) =>
  patiently(site.ownerUrl(), async (client) => (await client.query<Record<string, unknown>>(statement)).rows);
