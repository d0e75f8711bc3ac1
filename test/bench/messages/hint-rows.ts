import type pg from 'pg';
import { systemActor } from '#kernel/actor.ts';
import { Client, Pipeline } from '#kernel/database/driver.ts';
import { connect, type Database } from '#kernel/database.ts';
import { eventRecipients } from '#kernel/messages/event-recipients.ts';
import { studentList } from '#features/people/students/students.list.ts';
import { claim } from '#features/records/sending/sender/claim.ts';
import { saveResults } from '#features/records/sending/sender/save-results.ts';
import { resultPublished } from '#features/results/results/results.events.ts';
import { median } from '../quantiles.ts';
import { ms, type Row } from '../report.ts';
import { say } from '../say.ts';
import { searches } from '../search.ts';
import type { Site } from '../site.ts';

/** A statement whose plan the product steers with settings such as `enable_seqscan`. */
interface Hinted {
  what: string;
  turns: number;
  run(database: Database, turn: number): Promise<unknown>;
}

/** What the hints to the planner are worth: each statement as it is, and as PostgreSQL would plan it by itself. */
export async function hintRows(site: Site, isQuick: boolean): Promise<Row[]> {
  say('Comparing statements with and without hints to the planner …');
  const rows: Row[] = [];
  for (const { what, turns, run } of await hintedStatements(site, isQuick)) {
    const timed = () => timesOf(site.appUrl, turns, run);
    const hinted = await timed();
    const plain = await withoutHints(timed);
    rows.push({ what: `${what}, p50`, value: hinted, unit: 'ms', note: `without hints ${ms(plain)}` });
  }
  return rows;
}

async function hintedStatements({ client, school, shape }: Site, isQuick: boolean): Promise<Hinted[]> {
  const { institutionId } = school;
  const turns = isQuick ? 5 : 25;
  const claims = await queueForClaims(client, institutionId);
  const { rows } = await client.query<{ id: string }>('select id from students where institution_id = $1', [
    institutionId,
  ]);
  const studentIds = rows.map(({ id }) => Number(id));
  const words = Object.values(searches(shape.students));
  const actor = systemActor(institutionId, 'Benchmark');
  return [
    {
      what: 'a batch of 100 messages claimed and saved',
      turns,
      async run(database) {
        const claimed = await claim(database, claims);
        if (claimed.length !== claims.most) throw new Error(`${claimed.length} messages were claimed.`);
        const decisions = claimed.map(({ id }) => ({ ...sentNow, id, providerMessageId: `hint-${id}` }));
        await saveResults(database, { institutionId, channel: 'sms' }, decisions, []);
      },
    },
    {
      what: `the recipients of an event about ${studentIds.length.toLocaleString('en')} students`,
      turns: 5,
      run: (database) =>
        database.asSystem([institutionId], (tx) =>
          eventRecipients(tx, institutionId, resultPublished, {
            wanted: [{ audience: 'guardian', channel: 'sms' }],
            studentIds,
            employeeIds: [],
          }),
        ),
    },
    {
      what: 'a search for students, all kinds',
      turns: turns * words.length,
      run: (database, turn) =>
        database.readAsSystem([institutionId], (db) =>
          studentList.page(db, actor, studentList.Filter.parse({ q: words[turn % words.length]!(turn) })),
        ),
    },
  ];
}

const sentNow = { state: 'sent', failure: null, attempts: 1, nextIn: 0, nextPlace: null, isGone: false } as const;

/** Messages that were queued a moment ago: the planner has no statistics of them. */
async function queueForClaims(client: pg.Client, institutionId: number) {
  await client.query(
    `insert into outbox (institution_id, channel, recipient, body, event, priority, state, parts, network, price)
     select $1, 'sms', '+23481' || lpad(n::text, 8, '0'), 'News', 'messages.composed', 5, 'queued', 1, 'MTN', 400
     from generate_series(1, 50000) n`,
    [institutionId],
  );
  const { rows } = await client.query<{ id: string }>(
    `select id from message_providers where institution_id = $1 and channel = 'sms' limit 1`,
    [institutionId],
  );
  const providerId = Number(rows[0]!.id);
  return {
    institutionId,
    channel: 'sms',
    isUrgent: false,
    providerId,
    place: 1,
    isFirst: true,
    isPinnedOnly: false,
    most: 100,
  } as const;
}

/** The median of so many turns, each on the same new connection, which has planned nothing yet. */
async function timesOf(url: string, turns: number, run: Hinted['run']): Promise<number> {
  const database = connect({ url, max: 1, readTimeout: 60_000 });
  const took: number[] = [];
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      const from = performance.now();
      // One after the other: they share a connection.
      // oxlint-disable-next-line no-await-in-loop
      await run(database, turn);
      took.push(performance.now() - from);
    }
  } finally {
    await database.close();
  }
  return median(took);
}

/** Does the work while this process leaves the planner's settings as they are. */
async function withoutHints<T>(work: () => Promise<T>): Promise<T> {
  const { addSilent } = Pipeline.prototype;
  const { query } = Client.prototype;
  Pipeline.prototype.addSilent = async function addUnhinted(statement) {
    if (!isHint(statement)) await addSilent.call(this, statement);
  };
  Client.prototype.query = function queryUnhinted(this: Client, first: unknown, ...rest: unknown[]) {
    return query.apply(this, (isHint(first) ? ['select'] : [first, ...rest]) as never);
  } as typeof query;
  try {
    return await work();
  } finally {
    Pipeline.prototype.addSilent = addSilent;
    Client.prototype.query = query;
  }
}

function isHint(statement: unknown): boolean {
  const { text = '', values = [] } = (statement ?? {}) as { text?: string; values?: unknown[] };
  return text.includes('set_config(') && /\benable_/.test(JSON.stringify([text, values]));
}
