import { setTimeout as wait } from 'node:timers/promises';
import type { Notes } from '#test/faults/notes.ts';
import type { Site } from '#test/faults/site.ts';
import { patiently } from '#test/faults/verdict/judge.ts';
import type { Chance } from '#test/faults/work/desk.ts';

const jobOf = (site: Site, notes: Notes, prefix: string) => {
  const id = notes.imports.find((one) => one.prefix === prefix)?.id;
  return patiently(site.ownerUrl(), async (client) => {
    const { rows } = await client.query<{ state: string; done: number; name: string }>(
      `select i.state, i.checked_count + i.done_count as done, j.name from imports i
       join pgboss.job j on (j.data ->> 'importId')::bigint = i.id and j.state = 'active' where i.id = $1`,
      [id ?? 0],
    );
    return rows[0];
  });
};

/** Until the import of this round is provably being checked, or run. */
export async function untilAtWork(site: Site, notes: Notes, prefix: string, chance: Chance) {
  const wanted = chance() < 0.5 ? 'checking' : 'running';
  for (const end = Date.now() + 15_000; Date.now() < end; await wait(5)) {
    const job = await jobOf(site, notes, prefix);
    if (job?.state === wanted) break;
  }
  await wait(chance() * 30);
}

/** Whether the server died in the middle of the job: then the job still counts as being at work. */
export async function jobKilled(site: Site, notes: Notes, prefix: string) {
  const job = await jobOf(site, notes, prefix);
  return job ? `server in a job (${job.name})` : 'server just after a job';
}
