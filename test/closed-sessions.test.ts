import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { despiteClosed } from '#kernel/closed-sessions.ts';
import { databaseError, ValidationError } from '#kernel/errors.ts';
import { systemActor } from '#kernel/actor.ts';
import { query } from '#kernel/database.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { product } from '#product/features.ts';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { fillAdmissions } from '#test/harness/filled-admissions.ts';
import { fillAssessment } from '#test/harness/filled-assessment.ts';
import { fillAttendance } from '#test/harness/filled-attendance.ts';
import { fillCalendar } from '#test/harness/filled-calendar.ts';
import { fillFet } from '#test/harness/filled-fet.ts';
import { fillLeave } from '#test/harness/filled-leave.ts';
import { fillMoney } from '#test/harness/filled-money.ts';
import { fillPins } from '#test/harness/filled-pins.ts';
import { fillPromotion } from '#test/harness/filled-promotion.ts';
import { fillRegistration } from '#test/harness/filled-registration.ts';
import { fillTimetable } from '#test/harness/filled-timetable.ts';

/*
 * A closed session is read-only, whatever a verb forgets (docs/decisions/0081). Which tables have rows of a session is
 * not listed here: it follows from the foreign keys of the database.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
/** The events on which the database looks, and the way from a row to its session: column, table, column, … */
let guarded: Map<string, { events: string[]; way: string[] }>;

/** Tables that lead to a session and may be written after its end, with the reason. */
const outside: Record<string, string> = {
  students: 'the record of a person; the place in the session is the enrolment',
  pins: 'sold and used after the session, to see its results',
  applications: 'answered, refunded and erased when the session is over; an admission ends in an enrolment',
  admission_rounds: 'what was decided about applications',
  exam_sittings: 'belong to applications',
  fee_runs: 'the work of billing, which ends as failed; its invoices are refused',
  credit_notes: 'a debt of the session is credited by people with the permission, and audited',
  fee_corrections: 'credits debts of the session like a credit note; an invoice that it would add is refused',
  fet_runs: 'the work of a program on a copy; taking it over is refused',
  cover_changes: 'what teachers still have to be told; a job empties it',
  result_corrections: 'asks for what may be done: the audited correction',
};

/** Tables whose trigger lets some writes pass, with the reason. */
const partly: Record<string, { events: string[]; why: string }> = {
  invoices: { events: ['INSERT'], why: 'an invoice is paid and credited after its session' },
};

const all = ['DELETE', 'INSERT', 'UPDATE'];

beforeAll(async () => {
  world = await startSchool();
  const { id } = world.school.ilorin;
  await world.database.asSystem([id], async (tx) => {
    await fillMoney(tx, id, 'Obi');
    await fillAdmissions(tx, id, 'Obi');
    await fillPins(tx, id, world.school.accounts.teacher, 'Obi');
    await fillAssessment(tx, id, 'Obi');
    await fillTimetable(tx, id);
    await fillPromotion(tx, id);
    await fillRegistration(tx, id);
    await fillCalendar(tx, id);
    await fillAttendance(tx, id);
    await fillLeave(tx, id);
    await fillFet(tx, id, 'Obi');
  });
  guarded = await withClient(world.ownerUrl, async (client) => {
    const { rows } = await client.query<{ table: string; events: string[]; way: string }>(`
      select event_object_table as table, array_agg(event_manipulation::text order by event_manipulation::text) as events,
        max(substring(action_statement from '\\((.*)\\)$')) as way
      from information_schema.triggers where trigger_name like 'open\\_session\\_%' group by 1`);
    return new Map(
      rows.map(({ table, events, way }) => [
        table,
        { events, way: [...way.matchAll(/'(\w+)'/g)].map(([, step]) => step!) },
      ]),
    );
  });
});
afterAll(() => world?.close());

test('every table that leads to a session is guarded by the database, or says here why not', async () => {
  const keys = await withClient(world.ownerUrl, async (client) => {
    const { rows } = await client.query<{ table: string; to: string; columns: string[] }>(`
      select conrelid::regclass::text as table, confrelid::regclass::text as to, (select array_agg(a.attname::text)
        from pg_attribute a where a.attrelid = conrelid and a.attnum = any (conkey)) as columns
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
    return rows;
  });
  const found = new Set<string>();
  const waiting = ['academic_sessions'];
  for (const to of waiting)
    for (const { table } of keys.filter((key) => key.to === to)) {
      if (found.has(table)) continue;
      found.add(table);
      // What hangs on a table that may be written may be written, unless it leads to a session by itself.
      if (!(table in outside) && table !== 'invoices' && table !== 'enrolments') waiting.push(table);
    }
  const forgotten = [...found].filter((table) => !guarded.has(table) && !(table in outside));
  expect(forgotten, 'call akada_session_table for these in their migration').toEqual([]);
  const stale = Object.keys(outside).filter((table) => !found.has(table) || guarded.has(table));
  expect(stale).toEqual([]);
  // A column of a longer key is what it is in the table that the key refers to.
  const isKey = (table: string, column: string, to: string): boolean =>
    keys.some(
      (key) =>
        key.table === table &&
        key.columns.includes(column) &&
        (key.to === to || (key.columns.length > 2 && isKey(key.to, column, to))),
    );
  for (const [table, { events, way }] of guarded) {
    expect([table, events]).toEqual([table, partly[table]?.events ?? all]);
    let at = table;
    for (let step = 0; step < way.length; step += 2) {
      const to = way[step + 1] ?? 'academic_sessions';
      expect([table, way[step], to, isKey(at, way[step]!, to)]).toEqual([table, way[step], to, true]);
      at = to;
    }
    expect(at).toBe('academic_sessions');
  }
});

test('no row of a closed session is changed by the application, of whatever table', async () => {
  const { ilorin } = world.school;
  await withClient(world.ownerUrl, (client) =>
    client.query('update academic_sessions set is_current = false, closed_at = now()'),
  );
  const tables = [...guarded.keys()].filter((table) => !(table in partly));
  const touch = (table: string) => sql`update ${sql.identifier(table)} set institution_id = institution_id`;
  const [{ account } = { account: 0 }] = await world.database.asSystem([ilorin.id], (tx) =>
    query<{ account: number }>(tx, sql`select min(ledger_account_id)::int as account from fee_categories`),
  );
  const unfilled = new Set<string>();
  let refused = 0;
  for (const table of tables) {
    const tried = world.database
      .asSystem([ilorin.id], (tx) => tx.execute(touch(table)))
      .catch((error: unknown) => error);
    // oxlint-disable-next-line no-await-in-loop
    const error = await tried;
    if (!(error instanceof Error)) {
      unfilled.add(table);
      continue;
    }
    // Some tables can't be updated by the application at all.
    if (databaseError(error)?.code === '42501') continue;
    expect([table, error]).toEqual([table, expect.any(ValidationError)]);
    expect((error as ValidationError).errors.form).toMatch(/^202\d\/202\d is closed and read-only\./);
    refused += 1;
  }
  // The world has no row of the others; the way of each is checked above.
  const empty = await withClient(world.ownerUrl, async (client) => {
    const asked = [...unfilled].map(
      (table) =>
        `select '${table}' as table where not exists (select from ${table} where institution_id = ${ilorin.id})`,
    );
    return (await client.query<{ table: string }>(asked.join(' union all '))).rows.map(({ table }) => table);
  });
  expect([...unfilled].toSorted()).toEqual(empty.toSorted());
  expect(refused).toBeGreaterThan(25);
  const bill = (sessionId: number | null) =>
    world.database.asSystem([ilorin.id], (tx) =>
      issueInvoices(tx, systemActor(ilorin.id, 'The world'), ilorin.id, [
        {
          studentId: ilorin.studentIds['Ada Obi'],
          kind: 'single',
          title: 'Late fee',
          issuedOn: '2026-11-20',
          sessionId,
          dues: [{ dueOn: '2026-11-20', amount: 100_00 }],
          lines: [{ name: 'Late fee', amount: 100_00, ledgerAccountId: account }],
        },
      ]),
    );
  await expect(bill(ilorin.sessionIds.current)).rejects.toThrow('is closed and read-only');
  await expect(bill(null)).resolves.toHaveLength(1);
  // A correction that says so passes, and only while it does.
  const tried = world.database.asSystem([ilorin.id], async (tx) => {
    await despiteClosed(tx, 'correction', () => tx.execute(touch('marks')));
    expect(await query(tx, sql`select 1 from marks`)).not.toEqual([]);
    await tx.execute(touch('marks'));
  });
  await expect(tried).rejects.toThrow('is closed and read-only');
});

test('every table of students in sessions declares whether its rows stand in the way of undoing a move', async () => {
  const { rows } = await withClient(world.ownerUrl, (client) =>
    client.query<{ name: string }>(`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'students'::regclass order by 1`),
  );
  const inSessions = rows.map(({ name }) => name).filter((name) => guarded.has(name));
  const declared = product.personalData.tablesOf('student').flatMap(({ table, inSession }) => (inSession ? table : []));
  expect(declared.toSorted(), 'declare `inSession` in the personal data of the table').toEqual(inSessions.toSorted());
});
