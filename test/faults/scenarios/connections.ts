import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { withClient } from '#test/harness/client.ts';
import { besidePostgres } from '#test/faults/episode.ts';

const soon = 12_000;

/** Others take every connection of the database, then slow work takes every connection of the pool. */
export const connections = besidePostgres(
  async (episode, postgres) => {
    const { notes, office, site } = episode;
    episode.work('Fa', 0);
    await wait(800);
    const others = await takeAll(postgres.ownerUrl);
    episode.facts['connections taken by others'] = others.length;
    const refused = await episode.page('/students');
    episode.expect(
      refused.status === 503 && refused.took < soon && refused.retryAfter !== null,
      `no free connections: a page answered ${refused.status} after ${refused.took} ms`,
    );
    episode.expect(!(await site.isReady()), 'no free connections: /health/ready says that all is well');
    await wait(2500);
    await Promise.all(others.map((client) => client.end()));
    await episode.recovers(20_000, 'no free connections');
    await episode.rest('others had taken all connections');

    const sleep = 7;
    await withClient(postgres.ownerUrl, (client) =>
      client.query(`create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(${sleep}); return new; end $$;
        create trigger dawdle before insert on courses for each row when (new.code like 'slow%') execute function dawdle()`),
    );
    const all = Array.from({ length: 40 }, async (_, at) => {
      const course = {
        institutionId: office.school.institutionId,
        code: `slow${at}`,
        title: `Course F${at}`,
        creditUnits: 1,
      };
      const answer = await office.importer.post('/courses', course);
      notes.note('course', course.code, answer);
      return answer;
    });
    await wait(300);
    const waited = await episode.page('/students');
    episode.facts['page without a free connection'] = `${waited.status} after ${Math.round(waited.took)} ms`;
    episode.expect(
      [200, 503].includes(waited.status) && waited.took < soon,
      `pool exhausted: a page answered ${waited.status} after ${waited.took} ms`,
    );
    const answers = await Promise.all(all);
    const [done, told] = [303, 503].map((status) => answers.filter((answer) => answer.status === status).length);
    episode.facts['slow requests'] = `${done} done, ${told} told to come again`;
    episode.expect(
      done! >= 16 && told! > 0 && done! + told! === 40,
      `pool exhausted: ${answers.map(({ status }) => status).join(' ')}`,
    );
    episode.work('Fb', 0);
    await episode.recovers(20_000, 'pool exhausted');
    await episode.rest('slow work had taken the pool');
  },
  { more: { max_connections: 40 } },
);

/** Every connection that anybody may have, those of the server too. */
async function takeAll(url: string) {
  const taken: pg.Client[] = [];
  const take = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      taken.push(client);
      return true;
    } catch {
      return false;
    }
  };
  while (await take());
  for (let misses = 0; misses < 5;) {
    await taken[0]!.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'akada_app'`);
    misses = (await take()) ? 0 : misses + 1;
  }
  return taken;
}
