import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';
import { classSize, type FilledClass } from './fill-class.ts';

/** A class of 5,000 whose session ends: proposed, approved, and carried out into the next class. */
export async function promotionRows({ client, registrar, school }: Site, { classId }: FilledClass): Promise<Row[]> {
  say(`Promoting ${classSize} …`);
  const { rows } = await client.query<{ session: number }>(
    `select id::int as session from academic_sessions where institution_id = $1 and is_current`,
    [school.institutionId],
  );
  const sessionId = rows[0]!.session;
  for (const sql of [ownerSql, ruleSql, nextSql, 'update sessions set confirmed_at = now()'])
    // One prepares the next.
    // oxlint-disable-next-line no-await-in-loop
    await client.query(sql.replaceAll('$1', String(school.institutionId)).replaceAll('$2', String(classId)));
  const proposed = await timed(async () => {
    const { status } = await registrar.get(`/promotion/class?session=${sessionId}&class=${classId}`, registrar.swap);
    if (status !== 200) throw new Error(`The proposal answered ${status}.`);
  });
  const asked = { sessionId, classIds: [classId] };
  await act('/promotion/approval', asked);
  const carriedOut = await timed(() => act('/promotion/carry-out', { ...asked, placing: 'same_arm' }));
  const { rows: moved } = await client.query<{ count: number }>(
    `select count(*)::int as count from enrolments e join academic_sessions y on y.id = e.session_id and y.is_current
     where e.institution_id = $1`,
    [school.institutionId],
  );
  return [
    { what: `promotion of ${classSize} proposed`, value: proposed, unit: 's', budget: 1 },
    {
      what: `promotion of ${classSize} carried out`,
      value: carriedOut,
      unit: 's',
      budget: 5,
      note: `${moved[0]!.count} enrolled`,
    },
  ];

  async function act(path: string, body: object): Promise<void> {
    const answer = await registrar.post(path, JSON.stringify(body), 'application/json');
    if (answer.status !== 303)
      throw new Error(`${path} answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/* An owner approves alone. */
const ownerSql = `
  insert into memberships (institution_id, account_id, role_id)
  select distinct m.institution_id, m.account_id, o.id from memberships m
  join roles r on r.id = m.role_id and r.key = 'registrar'
  join roles o on o.institution_id = m.institution_id and o.key = 'owner'
  where m.institution_id = $1`;

const ruleSql = `
  insert into promotion_rules (institution_id, version, content) values ($1, 1, '{"onTrial": null, "promote": {
    "averageAtLeast": 4000, "compulsory": [], "passesAtLeast": 6, "passAt": 4000, "attendanceAtLeast": null, "feesPaid": false}}')`;

/* A next session that has begun, and a next class of as many batches; those who repeat find room as well. */
const nextSql = `
  with past as (update academic_sessions set is_current = false where institution_id = $1 returning institution_id),
  next as (
    insert into academic_sessions (institution_id, name, starts_on, ends_on, is_current)
    select distinct institution_id, '2027/2028', date '2027-09-01', date '2028-07-31', true from past returning id),
  class as (
    insert into classes (institution_id, program_id, name, position)
    select institution_id, program_id, 'Results, later', 901 from classes where id = $2 returning id),
  led as (update classes set next_class_id = (select id from class) where id = $2),
  place as (select arm, capacity from batches where class_id = $2)
  insert into batches (institution_id, class_id, session_id, arm, name, capacity)
  select $1, k.id, next.id, p.arm, k.name || ' ' || p.arm, 5000
  from next, place p, (select id, 'Later' as name from class union all select $2, 'Again') k`;
