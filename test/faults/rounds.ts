import { setTimeout as wait } from 'node:timers/promises';
import { signal } from '#kernel/postgres/processes.ts';
import { Notes } from '#test/faults/notes.ts';
import { openOffice } from '#test/faults/office.ts';
import { resultOf, type Part } from '#test/faults/report.ts';
import { install, type Site } from '#test/faults/site.ts';
import { strayFiles } from '#test/faults/verdict/files.ts';
import { judge, patiently } from '#test/faults/verdict/judge.ts';
import { wrongResults } from '#test/faults/verdict/results.ts';
import { startFakeSenders } from '#test/harness/fake-senders.ts';
import { pick, randomFrom, type Chance } from '#test/faults/work/desk.ts';
import { jobKilled, untilAtWork } from './import-at-work.ts';
import { finishImports } from './finish-imports.ts';
import { finishMessages, openSender } from './finish-messages.ts';
import { finishOnline } from './finish-online.ts';

/** What is killed. A backend is one of PostgreSQL's processes; its death ends all its siblings, but not the postmaster. */
const victims = ['server', 'postgres', 'backend', 'both', 'job', 'connection'] as const;

type Victim = (typeof victims)[number];

/**
 * An office at work while the server, PostgreSQL, a part of it or both are killed at random moments. After each
 * recovery everything acknowledged is looked for.
 */
export const killInRounds: Part = async ({ rounds, seed, log, isShort, kinds = [] }) => {
  const chance = randomFrom(seed);
  const site = install({
    // They stand in the way of imports, as the server's own part does: the last one is asked first.
    nodeArgs: [...(isShort ? ['small-demonstration.mjs'] : []), 'private-providers.mjs'].map(
      (name) => `--import=${new URL(name, import.meta.url).href}`,
    ),
  });
  const fake = await startFakeSenders();
  fake.settings.delay = 20;
  const notes = new Notes();
  const problems: string[] = [];
  const recoveries: number[] = [];
  const killed: Record<string, number> = {};
  try {
    const office = await openOffice(await opened(site), site.said, notes, chance);
    await openSender(site, office.school.institutionId, fake);
    const isMissing = () => kinds.some((kind) => !notes.counts()[kind]);
    for (let round = 1; round <= rounds || (round <= rounds * 3 && isMissing()); round += 1) {
      // Each once before chance decides.
      const victim = victims[round - 1] ?? pick(chance, [...victims]);
      const delay = Math.round(chance() * 900);
      const before = notes.acknowledged;
      let isOver = false;
      const prefix = `F${round}`;
      // Two answers of the provider get lost, after it has taken the messages.
      fake.faults.push('taken', 'taken');
      const work = office.work(prefix, () => isOver, victim === 'job' ? 3000 : 300);
      work.catch(() => {});
      // A slow machine gets its first answer later.
      for (const end = Date.now() + 30_000; notes.acknowledged === before && Date.now() < end;) await wait(20);
      if (victim === 'job') await untilAtWork(site, notes, prefix, chance);
      else await wait(delay);
      const begun = performance.now();
      await kill(site, victim, chance);
      await site.heal();
      recoveries.push(Math.round(performance.now() - begun));
      // Also the time just after has its moments.
      await wait(100);
      isOver = true;
      await work;
      const what = victim === 'job' ? await jobKilled(site, notes, prefix) : victim;
      killed[what] = (killed[what] ?? 0) + 1;
      const found = await judge(site, office.school.institutionId, notes);
      // Reads everything that was ever published.
      if (round % 10 === 0) found.push(...(await resultsOf(site)));
      problems.push(...found.map((problem) => `round ${round} (${what}): ${problem}`));
      for (const problem of found) log(`  ✗ ${problem}`);
      log(
        `round ${round}: ${what} killed, back after ${recoveries.at(-1)} ms; ${notes.acknowledged - before} acknowledged; ${problems.length + notes.odd.length} problems`,
      );
      if (problems.length > 20) throw new Error('Enough problems to look at.');
    }
    await finishImports(site);
    problems.push(
      ...(await finishOnline(site)),
      ...(await finishMessages(site, fake)),
      ...(await judge(site, office.school.institutionId, notes)).map((problem) => `at the end: ${problem}`),
      ...(await resultsOf(site)),
      ...notes.odd.flatMap((odd) => site.logOf(/noted as ([\w-]+)/.exec(odd)?.[1] ?? odd)),
    );
    const stray = await patiently(site.ownerUrl(), (client) => strayFiles(client, site.dataFolder));
    return resultOf(notes, {
      rounds,
      problems,
      recoveries,
      facts: {
        killed: tally(killed),
        imports: notes.imports.length,
        'stray files': stray,
        'SMS that arrived': fake.arrived.length,
      },
    });
  } catch (error) {
    return resultOf(notes, { rounds, problems: [...problems, String((error as Error).stack)], recoveries });
  } finally {
    await fake.close();
    await site.remove();
  }
};

const resultsOf = (site: Site) => patiently(site.ownerUrl(), (client) => wrongResults(client, site.dataFolder));

async function opened(site: Site) {
  await site.start();
  return { ownerUrl: site.ownerUrl(), door: site, dataFolder: site.dataFolder };
}

const tally = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

async function kill(site: Site, victim: Victim, chance: Chance) {
  if (victim === 'backend' || victim === 'connection') return killBackend(site, chance, victim);
  if (victim === 'postgres' || victim === 'both') {
    const gone = site.killPostgres();
    if (victim === 'postgres') return gone;
    await site.end('SIGKILL');
    await gone;
  } else await site.end('SIGKILL');
  await site.start();
}

/** One of the processes that serve the server's connections: by force, or as an administrator ends a connection. */
const killBackend = (site: Site, chance: Chance, how: 'backend' | 'connection') =>
  patiently(site.ownerUrl(), async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'akada_app' order by pid`,
    );
    if (rows.length) signal(pick(chance, rows).pid, how === 'backend' ? 'SIGKILL' : 'SIGTERM');
  }).catch(() => {});
