import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { withClient } from '#test/harness/client.ts';
import { besidePostgres } from '#test/faults/episode.ts';

const quick = 4000;

/** Somebody else holds a table, and a statement does not come to its end: others go on, and who waits is told. */
export const slowQueries = besidePostgres(async (episode, postgres) => {
  const { notes, office, site } = episode;
  episode.work('Fa', 0);
  await wait(1000);

  const holder = new pg.Client({ connectionString: postgres.ownerUrl });
  await holder.connect();
  await holder.query('begin; lock table students in access exclusive mode');
  const held = episode.page('/students');
  await withOthers(episode, 'while students are locked');
  const answer = await held;
  episode.facts['page of a locked table'] = `${answer.status} after ${Math.round(answer.took)} ms`;
  episode.expect(
    answer.status === 503 && answer.took < 20_000,
    `locked: the page answered ${answer.status} after ${answer.took} ms`,
  );
  await holder.query('rollback');
  await holder.end();
  await episode.recovers(20_000, 'locked');
  await episode.rest('a table was locked');

  const trigger = (what: string) => withClient(postgres.ownerUrl, (client) => client.query(what));
  await trigger(`create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(90); return new; end $$;
    create trigger dawdle before insert on courses for each row when (new.code like 'slow%') execute function dawdle()`);
  const course = { institutionId: office.school.institutionId, code: 'slow', title: 'Course Fslow', creditUnits: 1 };
  const clerk = office.importer;
  const slow = clerk.post('/courses', course);
  await withOthers(episode, 'while a statement dawdles');
  const stopped = await slow;
  notes.note('course', course.code, stopped);
  episode.facts['statement without end'] = `${stopped.status} after ${Math.round(stopped.took)} ms`;
  episode.expect(
    stopped.status === 503 && stopped.took < 30_000,
    `slow: the answer was ${stopped.status} after ${stopped.took} ms`,
  );
  await trigger('drop trigger dawdle on courses');
  episode.expect(await site.isReady(), 'slow: the server is not ready afterwards');
  await episode.rest('a statement was stopped');
});

/** Pages that need something else. */
async function withOthers(episode: Parameters<Parameters<typeof besidePostgres>[0]>[0], when: string) {
  await wait(1500);
  for (const path of ['/courses', '/sign-in', '/account']) {
    const { status, took } = await episode.page(path);
    episode.expect(status < 400 && took < quick, `${when}, ${path} answered ${status} after ${Math.round(took)} ms`);
  }
}
