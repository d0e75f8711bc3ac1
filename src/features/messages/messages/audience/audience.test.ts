import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query, type Tx } from '#kernel/database.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { startSchool } from '#test/harness/app.ts';
import { Audience } from './audience.ts';
import { audienceQuery, type AudienceOptions } from './audience-query.ts';

let school: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
const ids: Record<string, number> = {};
beforeAll(async () => {
  school = await startSchool();
  ilorin = school.school.ilorin.id;
  await inIlorin(async (tx) => {
    await tx.execute(sql`
      with g as (insert into guardians (institution_id, surname, first_name, mobile, email) values
          (${ilorin}, 'Obi', 'Mama', '+2348030000051', null), (${ilorin}, 'Obi', 'Papa', '+2348030000051', 'papa@obi.ng'),
          (${ilorin}, 'Bakare', 'Sade', null, 'sade@bakare.ng'), (${ilorin}, 'Bakare', 'John', '+447700900001', null),
          (${ilorin}, 'Eze', 'Uche', '+2348050000009', null)
        returning id, surname, first_name)
      insert into student_guardians (institution_id, student_id, guardian_id, receives_sms)
      select ${ilorin}, s.id, g.id, g.first_name <> 'Uche' from g join students s on s.institution_id = ${ilorin}
        and (s.surname = g.surname or s.surname = 'Okafor' and g.first_name = 'Mama')`);
    await tx.execute(sql`insert into message_prices (institution_id, prefix, network, price)
      values (${ilorin}, '+234', 'Nigeria', 400), (${ilorin}, '+234803', 'MTN', 350)`);
    for (const { name, id } of await query<{ name: string; id: number }>(
      tx,
      sql`select first_name || ' ' || surname as name, id from guardians where institution_id = ${ilorin}
        union all select name, id from batches where institution_id = ${ilorin} and closed_at is null`,
    ))
      ids[name] = Number(id);
  });
});
afterAll(() => school.close());

const inIlorin = <T>(work: (tx: Tx) => Promise<T>) => school.database.asSystem([ilorin], work);

const reach = (
  username: string,
  audience: object,
  options: Partial<AudienceOptions> = {},
  columns = sql`name, channel, address, reason, children, unit, network, duplicate_of`,
) =>
  inIlorin(async (tx) => {
    const [account] = await query<{ id: number }>(tx, sql`select id from accounts where username = ${username}`);
    const actor = await loadRequester(tx, Number(account!.id), ilorin);
    const chosen = { channel: 'sms' as const, purpose: 'service' as const, perChild: false, ...options };
    const statement = await audienceQuery(tx, actor, ilorin, Audience.parse(audience), chosen);
    return query<Record<string, unknown>>(
      tx,
      sql`with ${statement} select ${columns} from reached order by sort_name, key`,
    );
  });
const everyGuardian = { of: 'guardians', by: [{ kind: 'all' }] };

test('guardians are reached once a number; who is left out says why', async () => {
  expect(await reach('registrar', everyGuardian)).toMatchObject([
    { name: 'Bakare, Folake', reason: null },
    { name: 'Bakare, John', reason: 'no_price', unit: null },
    { name: 'Bakare, Sade', reason: 'no_number' },
    { name: 'Eze, Uche', reason: 'no_sms' },
    { name: 'Obi, Mama', reason: null, address: '+2348030000051', children: 2, unit: 350, network: 'MTN' },
    { name: 'Obi, Papa', reason: 'duplicate', duplicate_of: 'Obi, Mama' },
  ]);
});

test('a number of a network that is not known costs as much as the dearest of its country, and is not left out', async () => {
  const priced = (prefix: string, network: string, price: number | null) =>
    inIlorin((tx) =>
      tx.execute(
        sql`insert into message_prices (institution_id, prefix, network, price) values (${ilorin}, ${prefix}, ${network}, ${price})`,
      ),
    );
  const john = () =>
    reach(
      'registrar',
      { of: 'guardians', by: [{ kind: 'guardians', ids: [ids['John Bakare']] }] },
      {},
      sql`reason, unit, network`,
    );
  await priced('+4475', 'EE', null);
  expect(await john()).toEqual([{ reason: null, unit: null, network: 'Other networks' }]);
  await priced('+4471', 'O2', 900);
  await priced('+4472', 'Three', 800);
  // +1 is another country than +44, however dear.
  await priced('+1876', 'Jamaica', 9000);
  expect(await john()).toEqual([{ reason: null, unit: 900, network: 'Other networks' }]);
  await priced('+4477', 'Vodafone', 700);
  expect(await john()).toEqual([{ reason: null, unit: 700, network: 'Vodafone' }]);
  await inIlorin((tx) => tx.execute(sql`delete from message_prices where prefix like '+4%' or prefix like '+1%'`));
});

test('class arm, class, programme and session add up: whoever is in several of them counts once', async () => {
  const registrar = await school.as('registrar');
  const { classId, programId } = await inIlorin(async (tx) => {
    const [row] = await query<{ classId: number; programId: number }>(
      tx,
      sql`select c.id::int as "classId", c.program_id::int as "programId" from batches b
        join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id) where b.id = ${ids['JSS 1 A']}`,
    );
    return row!;
  });
  const sizeOf = async (...by: object[]) => {
    const audience = JSON.stringify({ of: 'students', by });
    return (await registrar.post('/messages/groups/size', { institution_id: ilorin, audience })).json()
      .people as number;
  };
  const [arm, other] = ['JSS 1 A', 'JSS 1 B'].map((name) => ({ kind: 'batch', ids: [ids[name]] }));
  const level = { kind: 'class', ids: [classId] };
  const [ofArm, ofOther, ofLevel] = [await sizeOf(arm!), await sizeOf(other!), await sizeOf(level)];
  expect(await sizeOf({ kind: 'batch', ids: [ids['JSS 1 A'], ids['JSS 1 B']] })).toBe(ofArm + ofOther);
  expect(await sizeOf(arm!, level)).toBe(ofLevel);
  expect(await sizeOf(other!, level, { kind: 'program', ids: [programId] })).toBeGreaterThanOrEqual(ofLevel);
});

test('a text that names the student goes out for each child, still once a number', async () => {
  const rows = await reach('registrar', everyGuardian, { perChild: true }, sql`key, name, reason`);
  expect(rows.filter(({ name, reason }) => reason === null && name !== 'Bakare, Folake')).toHaveLength(2);
  expect(rows.filter(({ reason }) => reason === 'duplicate')).toMatchObject([{ name: 'Obi, Papa' }]);
});

test('the first way that reaches is the account, then e-mail, then SMS', async () => {
  expect(await reach('registrar', everyGuardian, { channel: 'first' })).toMatchObject([
    { name: 'Bakare, Folake', channel: 'notice', reason: null },
    { name: 'Bakare, John', channel: 'sms', reason: 'no_price' },
    { name: 'Bakare, Sade', channel: 'email', address: 'sade@bakare.ng', reason: null },
    { name: 'Eze, Uche', channel: 'sms', reason: 'no_sms' },
    { name: 'Obi, Mama', channel: 'sms', reason: null },
    { name: 'Obi, Papa', channel: 'email', reason: null },
  ]);
});

test('wishes, exclusions and single ticks', async () => {
  await inIlorin((tx) =>
    tx.execute(sql`insert into contact_wishes (institution_id, channel, address, blocks, reason, said_by)
      values (${ilorin}, 'sms', '+2348030000051', 'marketing', 'opted_out', 'reply')`),
  );
  const obi = async (audience: object, options = {}) =>
    (await reach('registrar', { ...everyGuardian, ...audience }, options)).find(({ name }) => name === 'Obi, Mama');
  expect(await obi({})).toMatchObject({ reason: null });
  expect(await obi({}, { purpose: 'marketing' })).toMatchObject({ reason: 'opted_out' });
  expect(await obi({ without: [`g${ids['Mama Obi']}`] })).toMatchObject({ reason: 'taken_out' });
  expect(await obi({ only: [] })).toMatchObject({ reason: 'taken_out' });
  expect(await obi({ only: [`g${ids['Mama Obi']}`] })).toMatchObject({ reason: null });
});

test('a teacher reaches guardians of own batches alone, and never employees', async () => {
  const own = await reach('teacher', everyGuardian, {}, sql`name, shows_contact`);
  expect(own).toEqual([{ name: 'Obi, Mama', shows_contact: true }]);
  expect(await reach('teacher', { of: 'guardians', by: [{ kind: 'batch', ids: [ids['JSS 1 A']] }] })).toEqual([]);
  const papa = { of: 'guardians', by: [{ kind: 'guardians', ids: [ids['Papa Obi'], ids['Mama Obi']] }] };
  expect(await reach('teacher', papa)).toMatchObject([{ name: 'Obi, Mama', children: 1 }]);
  expect(await reach('teacher', { of: 'employees', by: [{ kind: 'all' }] })).toEqual([]);
  // Another institution's records are nobody.
  const offa = { of: 'students', by: [{ kind: 'students', ids: [school.school.offa.studentIds['Yakubu Ndako']] }] };
  expect(await reach('registrar', offa)).toEqual([]);
});

test('what students owe chooses recipients for users who can see it', async () => {
  const debtors = { of: 'guardians', by: [{ kind: 'debtors', above: 0 }] };
  expect(await reach('bursar', debtors)).toEqual([]);
  await expect(reach('registrar', debtors)).rejects.toThrow('fees owed');
  const list = { of: 'guardians', by: [{ kind: 'list', people: 'students', query: 'gender=female&q=obi' }] };
  expect(await reach('registrar', list)).toHaveLength(2);
});

test('who is absent today is chosen on the day, among whatever else is chosen, by users who can see it', async () => {
  const absent = (more: object[] = []) => ({ of: 'guardians', by: [{ kind: 'absent' }, ...more] });
  expect(await reach('registrar', absent())).toEqual([]);
  await expect(reach('bursar', absent())).rejects.toThrow('see absences');
  const { 'Ada Obi': ada, 'Tunde Bakare': tunde } = school.school.ilorin.studentIds;
  await inIlorin((tx) =>
    tx.execute(sql`
      with register as (
        insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll)
        select ${ilorin}, s.batch_id, (select min(id) from terms where institution_id = ${ilorin}),
          (now() at time zone 'Africa/Lagos')::date - d.ago, 1, array[${ada}::bigint, ${tunde}::bigint]
        from students s, (values (0), (1)) d (ago) where s.id = ${ada} returning id, on_date)
      insert into attendance_marks (institution_id, register_id, student_id, on_date, kind)
      select ${ilorin}, r.id, m.id, r.on_date, m.kind from register r
      join (values (${ada}::bigint, 'absent', 0), (${tunde}::bigint, 'absent', 1)) m (id, kind, ago)
        on r.on_date = (now() at time zone 'Africa/Lagos')::date - m.ago`),
  );
  expect(await reach('registrar', absent(), {}, sql`name`)).toEqual([{ name: 'Obi, Mama' }, { name: 'Obi, Papa' }]);
  expect(await reach('registrar', absent([{ kind: 'batch', ids: [ids['JSS 1 B']] }]))).toEqual([]);
  expect(await reach('registrar', absent([{ kind: 'batch', ids: [ids['JSS 1 A']] }]))).toHaveLength(2);
});
