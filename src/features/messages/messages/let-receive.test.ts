import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '#kernel/database.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';

let school: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
let registrar: Browser;
const ids: Record<string, number> = {};
beforeAll(async () => {
  school = await startSchool();
  ilorin = school.school.ilorin.id;
  registrar = await school.as('registrar');
  // Ada has two guardians and Chidi one, and none of them receives SMS.
  const people = await ask<{ id: number; name: string }>(sql`
    with g as (insert into guardians (institution_id, surname, first_name, mobile) values
        (${ilorin}, 'Obi', 'Mama', '+2348030000062'), (${ilorin}, 'Obi', 'Papa', '+2348030000063'),
        (${ilorin}, 'Okafor', 'Ify', '+2348030000061') returning id, surname, first_name),
    l as (insert into student_guardians (institution_id, student_id, guardian_id, position)
      select ${ilorin}, s.id, g.id, case g.first_name when 'Papa' then 1 else 0 end from g
      join students s on s.institution_id = ${ilorin} and s.surname = g.surname returning 1)
    select id, first_name as name from g`);
  for (const { id, name } of people) ids[name] = Number(id);
});
afterAll(() => school.close());

const ask = <Row>(statement: ReturnType<typeof sql>) =>
  school.database.asSystem([ilorin], (tx) => query<Row>(tx, statement));
const message = (more: object = {}) => ({
  institution_id: ilorin,
  channel: 'sms',
  body: 'School resumes on Monday.',
  audience: { of: 'guardians', by: [{ kind: 'guardians', ids: Object.values(ids) }] },
  ...more,
});
const preview = async (more: object = {}, by = registrar) =>
  (await by.post('/messages/preview', message(more))).json() as Record<string, unknown>;
const flags = async (name: string) =>
  (
    await ask<object>(sql`select pays_fees as pays, receives_sms as sms, may_collect as collects from student_guardians
      where institution_id = ${ilorin} and guardian_id = ${ids[name]}`)
  )[0];

test('“Left out” lets one guardian of each student receive SMS, and then another by name', async () => {
  expect(await preview()).toMatchObject({ recipients: 0, leftOut: { no_sms: 3 }, unreached: 2, canMend: true });
  const mended = await registrar.post('/messages/receivers', message());
  expect(mended.json()).toEqual({ changed: 2, message: '2 guardians can now receive SMS.' });
  expect(await preview()).toMatchObject({ recipients: 2, leftOut: { no_sms: 1 }, unreached: 0 });
  expect(await flags('Papa')).toMatchObject({ sms: false });
  const list = (await registrar.post('/messages/recipients', message({ view: 'left_out' }))).json();
  expect(list.rows).toMatchObject([{ name: 'Obi, Papa', reason: 'no_sms' }]);
  const one = await registrar.post('/messages/receivers', message({ key: list.rows[0].key }));
  expect(one.json()).toMatchObject({ changed: 1 });
  expect(await preview()).toMatchObject({ recipients: 3, leftOut: {} });
  const history = await ask(sql`select from audit_entries where institution_id = ${ilorin}
    and action = 'guardians.editLink' and subject_type = 'guardian' and subject_id = ${ids['Papa']}`);
  expect(history).toHaveLength(1);
});

test('a user who can’t edit guardians is offered no button, and the request is refused', async () => {
  const principal = await school.as('principal');
  expect(await preview({}, principal)).toMatchObject({ canMend: false, unreached: 0 });
  expect((await principal.post('/messages/receivers', message())).statusCode).toBe(403);
});

test('the guardians’ list sets fees, messages and collecting for all selected, and nothing that was not chosen', async () => {
  const set = (body: object, by = registrar) => by.post('/guardians/responsibilities', body);
  const all = Object.values(ids);
  expect((await set({ guardian_ids: all })).json().errors.paysFees).toBe('Choose yes or no in at least one field.');
  const answer = await set({ guardian_ids: all, paysFees: 'yes', receivesSms: 'no' });
  expect(answer.json()).toEqual({ message: '3 guardians changed.' });
  for (const name of Object.keys(ids)) expect(await flags(name)).toEqual({ pays: true, sms: false, collects: false });
  expect((await set({ guardian_ids: all, paysFees: 'yes' })).json()).toEqual({ message: '0 guardians changed.' });
  const offa = await school.as('registrar.offa');
  expect((await set({ guardian_ids: all, paysFees: 'no' }, offa)).statusCode).toBe(404);
  expect((await set({ guardian_ids: all, paysFees: 'no' }, await school.as('principal'))).statusCode).toBe(403);
  expect((await registrar.page('/guardians?pays_fees=yes')).props.rows.length).toBeGreaterThanOrEqual(3);
});
