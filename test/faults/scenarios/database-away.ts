import { setTimeout as wait } from 'node:timers/promises';
import { besidePostgres } from '#test/faults/episode.ts';

// A 503 may take as long as the product needs to be sure that nobody answers (postgres/watch.ts), with some room for a
// machine that does other things.
const soon = 12_000;
const withoutWaiting = 2000;

/** The database is stopped for some seconds, then frozen, and comes back each time. */
export const databaseAway = besidePostgres(async (episode, postgres) => {
  const { notes, site } = episode;
  episode.work('Fa');
  await wait(1500);

  await postgres.stop();
  await wait(300);
  const stopped = await episode.page('/students');
  episode.expect(
    stopped.status === 503 && stopped.took < withoutWaiting,
    `stopped: a page answered ${stopped.status} after ${stopped.took} ms`,
  );
  episode.expect(!(await site.isReady()), 'stopped: /health/ready says that all is well');
  const live = await fetch(`${site.url}/health/live`);
  episode.expect(live.ok, `stopped: /health/live answered ${live.status}`);
  await wait(3000);
  episode.facts['slowest 503 while stopped'] = `${Math.round(notes.slowestRefusal)} ms`;
  await postgres.start();
  await episode.recovers(20_000, 'stopped');
  await episode.rest('stopped and started');

  episode.work('Fb');
  await wait(1000);
  postgres.freeze();
  const first = await episode.page('/students');
  episode.facts['first 503 of a frozen database'] = `${Math.round(first.took)} ms`;
  episode.expect(
    first.status === 503 && first.took < soon,
    `frozen: a page answered ${first.status} after ${first.took} ms`,
  );
  const next = await episode.page('/students');
  episode.facts['next 503'] = `${Math.round(next.took)} ms`;
  episode.expect(
    next.status === 503 && next.took < withoutWaiting,
    `frozen: the next page answered ${next.status} after ${next.took} ms`,
  );
  episode.expect(!(await site.isReady()), 'frozen: /health/ready says that all is well');
  await wait(4000);
  postgres.thaw();
  await episode.recovers(20_000, 'frozen');
  await episode.rest('frozen and thawed');
  episode.expect(notes.slowestRefusal < soon, `someone waited ${Math.round(notes.slowestRefusal)} ms for a 503`);
  episode.expect(notes.unavailable > 0, 'nobody was told that the database is away');
});
