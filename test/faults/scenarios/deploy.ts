import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { begin, type Episode } from '#test/faults/episode.ts';
import { ownPostgres } from '#test/faults/own-postgres.ts';
import type { Part } from '#test/faults/report.ts';
import { install, makeFolder, type Site } from '#test/faults/site.ts';
import { versionIn, oldPage, importsEnd, migratedOnce, newerVersion } from './deploy-checks.ts';

const endsWithin = 20_000;

/** A new version takes over from an old one, process by process on one database, while people work and a job runs. */
export const deploy: Part = async ({ seed, log }) => {
  // PostgreSQL's usual number: while one process takes over from another, three have 22 each.
  const postgres = await ownPostgres({ more: { max_connections: 100 } });
  const dataFolder = makeFolder();
  const newer = newerVersion();
  const at = (root?: string) =>
    install({
      root,
      dataFolder,
      databaseUrl: postgres.ownerUrl,
    });
  const sites = [at(), at()];
  try {
    // Both find an empty database: one of them fills it.
    const said = await Promise.all(sites.map((site) => site.start()));
    const door = { url: sites[0]!.url, others: [sites[1]!.url] };
    const ownerUrl = () => postgres.ownerUrl;
    const episode = await begin({
      site: sites[0]!,
      ownerUrl,
      dataFolder,
      door,
      seed,
      log,
      said: said.join('\n'),
    });
    try {
      await play(episode, { door, sites, next: () => at(newer) });
    } catch (error) {
      episode.problems.push(String((error as Error).stack));
    }
    return episode.result();
  } finally {
    for (const site of sites) await site.remove();
    await postgres.remove();
    for (const folder of [dataFolder, newer]) removeFolder(folder);
  }
};

interface Stage {
  door: { url: string; others: string[] };
  sites: Site[];
  next: () => Site;
}

async function play(episode: Episode, { door, sites, next }: Stage) {
  const { notes, office } = episode;
  const oldVersion = versionIn((await episode.page('/students')).body);
  episode.work('Fa', 0);
  for (let turn = 0; turn < 2; turn += 1) {
    const roster = office.roster(`F${turn}b`, () => false, 8000);
    await untilAtWork(episode);
    const leaving = sites[turn]!;
    // People of the second turn come to the one that leaves, and to the new one when nobody listens there.
    Object.assign(door, { url: leaving.url, others: sites.filter((site) => site !== leaving).map(({ url }) => url) });
    await wait(500);
    const begun = performance.now();
    const gone = leaving.end('SIGTERM');
    const coming = next();
    sites.push(coming);
    const asked = watchReady(door, leaving);
    const [code] = await Promise.all([gone, coming.start()]);
    await asked;
    const took = Math.round(performance.now() - begun);
    episode.facts[`process ${turn + 1} ended`] = `code ${code}, and another had started, after ${took} ms`;
    episode.expect(code === 0, `the process that was told to end ended with ${code}:\n${leaving.said.slice(-1000)}`);
    episode.expect(took < endsWithin * 2, `it took ${took} ms to end and start`);
    Object.assign(door, { url: coming.url, others: door.others });
    await roster;
    await wait(500);
  }
  await episode.rest('both processes were replaced');
  const newVersion = versionIn((await episode.page('/students')).body);
  episode.expect(oldVersion !== newVersion, `the newer version has the same assets: ${newVersion}`);
  await oldPage(episode, door.url, oldVersion);
  await importsEnd(episode);
  await migratedOnce(episode);
  episode.facts['broken connections'] = notes.broken.join('; ') || 'none';
  episode.expect(notes.unanswered === 0, `${notes.unanswered} requests had no answer: ${notes.broken.join('; ')}`);
  // A large import that is all or nothing holds the batches it fills.
  const others = [...notes.sentences.keys()].filter((sentence) => !sentence.startsWith('Someone else'));
  episode.expect(others.length === 0, `requests were answered 503: ${others.join(' ')}`);
}

/** As a balancer does: who says that it is not ready gets nobody new. */
async function watchReady(door: Stage['door'], leaving: Site) {
  while (leaving.isRunning() && (await leaving.isReady())) await wait(50);
  const [url = door.url, ...others] = door.others;
  Object.assign(door, { url, others });
}

/** Until an import is being checked or run somewhere. */
async function untilAtWork({ ownerUrl }: Episode) {
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(10)) {
    const isAtWork = await withClient(ownerUrl(), async (client) => {
      const { rows } = await client.query(`select 1 from pgboss.job where name like 'imports.%' and state = 'active'`);
      return rows.length > 0;
    });
    if (isAtWork) return;
  }
}
