import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { addFee } from '#test/harness/sample-fees.ts';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';
import { notifyLapsedOffers } from './lapsed-offers.job.ts';
import type { ApplicationState } from '../admissions.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let officer: Browser;
let intake: Awaited<ReturnType<typeof addIntake>>;
let ids: Record<string, number>;

beforeAll(async () => {
  world = await startSchool({ jobs: true });
  officer = await world.as('admission_officer');
  const { ilorin } = world.school;
  await world.database.asSystem([ilorin.id], async (tx) => {
    // Everybody else was billed for it.
    const fee = await addFee(tx, ilorin, { title: 'First term' });
    await tx.execute(sql`insert into fee_runs (institution_id, fee_id, state, issued_on, student_count)
      values (${ilorin.id}, ${fee.id}, 'done', current_date, 0)`);
    intake = await addIntake(tx, ilorin, { seats: 2, offerDays: 10 });
    ids = {};
    const marks = {
      'Bisi Alabi': 91,
      'Chidi Nwosu': 80,
      'Dupe Salami': 80,
      'Efe Ighalo': 61,
      'Femi Ojo': 30,
      'Gana Musa': null,
    };
    let minute = 10;
    for (const [name, score] of Object.entries(marks)) {
      const { id } = await addApplication(tx, intake, name, {
        score,
        submittedAt: new Date(Date.UTC(2026, 9, 1, 8, (minute += 1))),
      });
      ids[name] = id;
    }
  });
});
afterAll(() => world.close());

const inside = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  world.database.asSystem([world.school.ilorin.id], async (tx) => (await tx.execute<Row>(query)).rows);
const states = async () =>
  Object.fromEntries(
    (
      await inside<{ name: string; status: ApplicationState }>(
        sql`select first_name as name, status from applications where intake_id = ${intake.id} order by id`,
      )
    ).map(({ name, status }) => [name, status]),
  );
const messages = async () =>
  (await inside<{ body: string }>(sql`select body from outbox order by id`)).map(({ body }) => body);
const preview = async (query: string) =>
  JSON.parse((await officer.get(`/intakes/${intake.id}/cutoff?${query}`, { accept: 'application/json' })).body)
    .classes[0];
const decide = (names: string[], to: string, more: object = {}) =>
  officer.post('/applications/decide', { application_ids: names.map((name) => ids[name]), to, ...more });

test('a cut-off gives the seats to the best, lets equal marks wait and leaves applicants without a mark', async () => {
  const shown = await preview('cutoff=80&waiting_from=60&rejects=on');
  expect(shown).toMatchObject({ offered: 2, waiting: 2, rejected: 1, unmarked: 1, lowest: 80, tied: 1, seatsLeft: 2 });
  const stale = await officer.post(`/intakes/${intake.id}/cutoff`, {
    cutoff: '80',
    waiting_from: '60',
    rejects: 'on',
    offered: 3,
    waiting: 2,
    rejected: 1,
  });
  expect(stale.statusCode).toBe(409);
  expect(new Set(Object.values(await states()))).toEqual(new Set(['submitted']));

  const done = await officer.post(`/intakes/${intake.id}/cutoff`, {
    cutoff: '80',
    waiting_from: '60',
    rejects: 'on',
    offered: 2,
    waiting: 2,
    rejected: 1,
  });
  expect(done.statusCode).toBe(303);
  expect(await states()).toEqual({
    Bisi: 'offered',
    Chidi: 'offered',
    Dupe: 'waiting_list',
    Efe: 'waiting_list',
    Femi: 'rejected',
    Gana: 'submitted',
  });
  expect((await messages()).filter((body) => body.includes('has been offered a place'))).toHaveLength(2);
});

test('a round is undone as a whole, but for applicants who were decided on since, and they are told', async () => {
  await decide(['Bisi Alabi'], 'accepted');
  const { rounds } = (await officer.page(`/intakes/${intake.id}/decisions`)).props as { rounds: { id: number }[] };
  const undone = await officer.post(`/admission-rounds/${rounds[0]!.id}/undo`, {});
  expect(undone.statusCode).toBe(303);
  expect(await states()).toMatchObject({ Bisi: 'accepted', Chidi: 'submitted', Femi: 'submitted' });
  expect((await messages()).filter((body) => body.includes('was withdrawn'))).toHaveLength(4);
  expect((await officer.post(`/admission-rounds/${rounds[0]!.id}/undo`, {})).statusCode).toBe(409);
});

test('more offers than seats are asked about; states that do not fit and missing reasons are refused', async () => {
  const over = await decide(['Chidi Nwosu', 'Dupe Salami'], 'offered');
  expect(over.statusCode).toBe(422);
  expect(over.json().errors.over_seats).toMatch(/1 seat left for 2 offers/);
  const back = `/intakes/${intake.id}/decisions`;
  const beyond = await decide(['Chidi Nwosu', 'Dupe Salami'], 'offered', { over_seats: 'on', back });
  expect([beyond.statusCode, beyond.headers.location]).toEqual([303, back]);
  expect((await decide(['Efe Ighalo'], 'accepted')).json().errors.application_ids).toMatch(/is submitted/);
  expect((await decide(['Efe Ighalo'], 'withdrawn')).json().errors.reason).toBe('The reason is required.');
  expect(
    (await decide(['Efe Ighalo'], 'withdrawn', { reason: 'Moved away', back: '//evil.example' })).headers.location,
  ).toBe('/applications');
  expect((await decide(['Efe Ighalo'], 'under_review', { reason: 'Stays after all' })).statusCode).toBe(303);
  expect(await states()).toMatchObject({ Chidi: 'offered', Dupe: 'offered', Efe: 'under_review' });
});

test('nobody decides about an application that names the own phone, and another institution’s is not found', async () => {
  const { offa } = world.school;
  await inside(sql`update accounts set phone = '+2348039990000' where username = 'admission_officer'`);
  await inside(sql`update applications set phone = '+2348039990000' where id = ${ids['Efe Ighalo']}`);
  const own = await decide(['Efe Ighalo'], 'offered', { over_seats: 'on' });
  expect([own.statusCode, own.json().message]).toEqual([403, expect.stringContaining('Ask a colleague')]);
  const foreign = await world.database.asSystem([offa.id], async (tx) =>
    addApplication(tx, await addIntake(tx, offa), 'Tola Foreign'),
  );
  const there = await officer.post('/applications/decide', { application_ids: [foreign.id], to: 'rejected' });
  expect(there.statusCode).toBe(404);
});

test('admission makes student, guardian, documents and enrolment at once; a twin is asked about', async () => {
  const { ilorin } = world.school;
  await world.database.asSystem([ilorin.id], (tx) =>
    tx.execute(
      sql`update applications set answers = ${JSON.stringify({
        person: { city: 'Ilorin' },
        guardians: [
          { title: 'Mrs', surname: 'Alabi', firstName: 'Kemi', relation: 'Mother', mobile: '+2348035550001' },
        ],
      })}::jsonb where id = ${ids['Bisi Alabi']}`,
    ),
  );
  const [batch] = await inside<{ id: number; name: string }>(
    sql`select b.id, b.name from batches b join academic_sessions y on y.id = b.session_id and y.is_current
      where b.institution_id = ${ilorin.id} and b.class_id = ${intake.classId} and b.closed_at is null order by b.id limit 1`,
  );
  await inside(sql`insert into message_switches (institution_id, event, audience, channel, is_on, on_since)
    values (${ilorin.id}, 'admissions.admitted', 'guardian', 'sms', true, now())`);
  const admit = (more: object = {}) =>
    officer.post(`/applications/${ids['Bisi Alabi']}/admit`, { batch_id: batch!.id, ...more });
  const [first, second] = await Promise.all([admit(), admit()]);
  expect([first.statusCode, second.statusCode].toSorted()).toEqual([303, 409]);
  const [student] = await inside<Record<string, unknown>>(sql`
    select s.surname, s.city, s.status, b.name as batch, g.first_name as guardian, l.pays_fees as pays,
      (select string_agg(i.title, ', ') from invoices i where i.student_id = s.id) as billed
    from applications a join students s on s.institution_id = a.institution_id and s.id = a.student_id
    left join batches b on b.id = s.batch_id
    left join student_guardians l on l.student_id = s.id left join guardians g on g.id = l.guardian_id
    where a.id = ${ids['Bisi Alabi']}`);
  expect(student).toEqual({
    surname: 'Alabi',
    city: 'Ilorin',
    status: 'active',
    batch: batch!.name,
    guardian: 'Kemi',
    pays: true,
    billed: 'First term',
  });
  expect(await inside(sql`select recipient, state from outbox where event = 'admissions.admitted'`)).toEqual([
    { recipient: '+2348035550001', state: 'kept' },
  ]);
  await inside(sql`delete from message_switches where institution_id = ${ilorin.id}`);
});

test('a whole list is admitted by a job; possible duplicates are left out and named', async () => {
  await decide(['Dupe Salami'], 'accepted');
  await decide(['Chidi Nwosu'], 'accepted');
  const { ilorin } = world.school;
  await inside(sql`insert into students (institution_id, admission_number, surname, first_name, birth_date)
    values (${ilorin.id}, 'OLD/1', 'Nwosu', 'Chidi', '2015-03-02')`);
  const started = await officer.post(`/intakes/${intake.id}/admit`, { fills_batches: 'on' });
  expect(started.statusCode).toBe(303);
  const round = async () =>
    ((await officer.page(`/intakes/${intake.id}/decisions`)).props as { rounds: Record<string, unknown>[] }).rounds[0]!;
  await expect.poll(async () => (await round())['isRunning']).toBe(false);
  expect(await round()).toMatchObject({
    kind: 'admit',
    members: 2,
    done: 1,
    problems: [{ name: 'Nwosu, Chidi', problem: expect.stringContaining('already exists') }],
  });
  expect(await states()).toMatchObject({ Dupe: 'admitted', Chidi: 'accepted' });
  const [student] = await inside<Record<string, unknown>>(sql`
    select s.batch_id is not null as seated, s.admission_number as number, (select count(*)::int from invoices i where i.student_id = s.id) as bills
    from applications a join students s on s.id = a.student_id where a.id = ${ids['Dupe Salami']}`);
  expect(student).toMatchObject({ seated: true, bills: 1 });
});

test('the morning after the last day, the people who decide are told once that an offer was not answered', async () => {
  await inside(sql`update applications set status = 'offered', offer_until = (now() at time zone 'Africa/Lagos')::date - 1, closed_at = null
    where id = ${ids['Femi Ojo']}`);
  const told = async () =>
    (await inside<{ title: string }>(sql`select title from notifications where kind = 'admissions.lapsed'`)).map(
      ({ title }) => title,
    );
  await notifyLapsedOffers(world.database);
  const first = await told();
  expect(new Set(first)).toEqual(new Set(['1 offer was not accepted in time']));
  await notifyLapsedOffers(world.database);
  expect(await told()).toHaveLength(first.length);
});

test('the letter of an offer is a PDF; before an offer there is none', async () => {
  const letter = await officer.get(`/applications/${ids['Chidi Nwosu']}/letter.pdf`);
  expect([letter.statusCode, letter.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await officer.get(`/applications/${ids['Gana Musa']}/letter.pdf`)).statusCode).toBe(409);
});

test('for a session to come, students are admitted without a class arm, and get one in one act once it is current', async () => {
  const { ilorin } = world.school;
  const [coming] = await inside<{ id: number; a: number; b: number }>(sql`
    with y as (insert into academic_sessions (institution_id, name, starts_on, ends_on)
        values (${ilorin.id}, '2031/2032', '2031-09-01', '2032-07-20') returning id),
      arms as (insert into batches (institution_id, class_id, session_id, arm, name, capacity)
        select ${ilorin.id}, ${intake.classId}, y.id, arm, 'Coming ' || arm, capacity from y, (values ('A', 3), ('B', 2)) n (arm, capacity)
        returning id, arm)
    select (select id from y) as id, (select id from arms where arm = 'A') as a, (select id from arms where arm = 'B') as b`);
  const [old] = await inside<{
    id: number;
  }>(sql`insert into students (institution_id, admission_number, surname, first_name, status)
    values (${ilorin.id}, 'OLD/7', 'Ojo', 'Vera', 'withdrawn') returning id`);
  const next = await world.database.asSystem([ilorin.id], async (tx) => {
    const made = await addIntake(tx, { ...ilorin, sessionIds: { current: coming!.id } });
    for (const name of ['Uche Ade', 'Wale Bako', 'Xena Cole', 'Yemi Dada', 'Zara Eke'])
      await addApplication(tx, made, name, { status: 'accepted', gender: 'male' });
    await addApplication(tx, made, 'Vera Ojo', {
      status: 'accepted',
      returningStudentId: old!.id,
      returningBatchId: coming!.b,
    });
    return made;
  });
  const page = async () =>
    (await officer.page(`/intakes/${next.id}/decisions`)).props as {
      newcomers: object[];
      rounds: { isRunning: boolean }[];
    };
  await officer.post(`/intakes/${next.id}/admit`, { fills_batches: 'on' });
  await expect.poll(async () => (await page()).rounds[0]!.isRunning).toBe(false);
  expect((await page()).newcomers).toMatchObject([{ classId: intake.classId, students: 6, arms: 2, free: 5 }]);
  const place = () => officer.post(`/intakes/${next.id}/place`);
  expect((await place()).json().errors.form).toContain('2031/2032 is not the current session yet');

  const makeCurrent = async (id: number) => {
    await inside(sql`update academic_sessions set is_current = false where is_current`);
    await inside(sql`update academic_sessions set is_current = true where id = ${id}`);
  };
  await makeCurrent(coming!.id);
  const [first, second] = await Promise.all([place(), place()]);
  expect([first.statusCode, second.statusCode].toSorted()).toEqual([303, 422]);
  expect(
    await inside(sql`select b.arm, count(*)::int as students, bool_or(s.surname = 'Ojo') as chosen
      from students s join batches b on b.id = s.batch_id where b.session_id = ${coming!.id} group by 1 order by 1`),
  ).toEqual([
    { arm: 'A', students: 3, chosen: false },
    { arm: 'B', students: 2, chosen: true },
  ]);
  expect((await page()).newcomers).toMatchObject([{ students: 1, free: 0 }]);
  expect((await place()).json().errors.form).toContain('No open batch has a free seat for 1 student');
  await makeCurrent(ilorin.sessionIds.current);
});
