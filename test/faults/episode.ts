import { setTimeout as wait } from 'node:timers/promises';
import { signedIn, type Clerk, type Door } from '#test/faults/clerk.ts';
import { Notes } from '#test/faults/notes.ts';
import { openOffice } from '#test/faults/office.ts';
import { ownPostgres, type OwnPostgres } from '#test/faults/own-postgres.ts';
import { resultOf, type Part, type Result } from '#test/faults/report.ts';
import { install, type Site } from '#test/faults/site.ts';
import { judge } from '#test/faults/verdict/judge.ts';
import { randomFrom } from '#test/faults/work/desk.ts';

export type Episode = Awaited<ReturnType<typeof begin>>;

interface Place {
  site: Site;
  ownerUrl: () => string;
  dataFolder: string;
  door?: Door;
  seed: number;
  log: (line: string) => void;
  said?: string;
}

/** An office at work through one kind of trouble, with the means to see how it goes. */
export async function begin({ site, ownerUrl, dataFolder, door = site, seed, log, said = site.said }: Place) {
  const notes = new Notes();
  const office = await openOffice({ ownerUrl: ownerUrl(), door, dataFolder }, said, notes, randomFrom(seed));
  const reader = await signedIn(
    door,
    office.people.find(({ username }) => username === 'principal')!,
    '192.0.2.99',
  );
  const problems = new Proxy<string[]>([], {
    // Reported immediately, because an episode may never end.
    set(list, at, value) {
      if (/^\d+$/.test(String(at))) log(`✗ ${String(value).slice(0, 1000)}`);
      return Reflect.set(list, at, value);
    },
  });
  const recoveries: number[] = [];
  const facts: Record<string, unknown> = {};
  let isOver = true;
  let working: Promise<unknown> = Promise.resolve();

  const episode = {
    site,
    notes,
    office,
    reader,
    problems,
    recoveries,
    facts,
    log,
    ownerUrl,
    /** Sets everybody to work. */
    work(prefix: string, rows = 300) {
      isOver = false;
      working = office.work(prefix, () => isOver, rows);
      working.catch(() => {});
    },
    /** Sends everybody home and looks for what was acknowledged. */
    async rest(what: string) {
      isOver = true;
      await working;
      const found = await judge({ ownerUrl, dataFolder }, office.school.institutionId, notes);
      problems.push(...found.map((problem) => `${what}: ${problem}`));
      log(
        `${what}: ${notes.acknowledged} acknowledged so far, ${problems.length + notes.odd.length} problems ${notes.odd.at(-1)?.slice(0, 300) ?? ''}`,
      );
    },
    expect(isSo: boolean, otherwise: string) {
      if (!isSo) problems.push(otherwise);
    },
    /** Until a page of the database answers somebody and something can be saved; the time counts as a recovery. */
    async recovers(within: number, what: string) {
      const begun = performance.now();
      const before = notes.acknowledged;
      while (performance.now() - begun < within) {
        const isRead = (await reader.get('/students')).status === 200;
        if (isRead && notes.acknowledged > before && (await site.isReady())) {
          recoveries.push(Math.round(performance.now() - begun));
          return;
        }
        await wait(50);
      }
      problems.push(`${what}: nothing works again after ${within} ms`);
    },
    /** How a page answers: its status, and how long that took. */
    page: (path: string, clerk: Clerk = reader) => clerk.get(path),
    result: (more: Partial<Result> = {}): Result =>
      resultOf(notes, {
        problems,
        recoveries,
        ...more,
        facts: { ...facts, sentences: sentencesOf(notes), ...more.facts },
      }),
  };
  return episode;
}

const sentencesOf = (notes: Notes) =>
  [...notes.sentences].map(([sentence, count]) => `${count} × “${sentence.split('. ')[0]}”`).join(', ') || 'none';

/** An episode on a PostgreSQL beside the server. */
export const besidePostgres =
  (
    play: (episode: Episode, postgres: OwnPostgres) => Promise<void>,
    { more, env }: { more?: Record<string, string | number>; env?: () => Record<string, string> } = {},
  ): Part =>
  async ({ seed, log }) => {
    const faked = env?.() ?? {};
    const postgres = await ownPostgres({ more, env: faked });
    const site = install({ databaseUrl: postgres.ownerUrl, env: faked });
    try {
      await site.start();
      const ownerUrl = () => postgres.ownerUrl;
      const episode = await begin({ site, ownerUrl, dataFolder: site.dataFolder, seed, log });
      try {
        await play(episode, postgres);
      } catch (error) {
        episode.problems.push(String((error as Error).stack));
      }
      return episode.result();
    } catch (error) {
      // Statements with a thousand rows say less than PostgreSQL does.
      return { problems: [`${String((error as Error).stack).slice(0, 2000)}\nPostgreSQL said:\n${postgres.said()}`] };
    } finally {
      await site.remove();
      await postgres.remove();
    }
  };
