import { sql } from 'drizzle-orm';
import { allowClosed } from '#kernel/closed-sessions.ts';
import type { Tx } from '#kernel/database.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { withClient } from '#test/harness/client.ts';
import type { School } from '#test/school.ts';

/** A source of choices: a test's own, or fast-check's. */
export interface Chance {
  /** A whole number below. */
  below(count: number): number;
}

const owners = { student: 'student_id', employee: 'employee_id', guardian: 'guardian_id' } as const;
const tables = { student: 'students', employee: 'employees', guardian: 'guardians' } as const;

let made = 0;

/** Own fields of every type for each kind of person; once a school. */
export async function createCustomFields(tx: Tx, institutionId: number) {
  await tx.execute(sql`
    with field as (
      insert into custom_fields (institution_id, entity, label, type, field_group)
      select ${institutionId}, e, 'Own ' || t, t, case t when 'text' then 'health' else 'general' end
      from unnest(array['student', 'employee', 'guardian']) e, unnest(array['text', 'number', 'date', 'choice', 'multi_choice', 'yes_no', 'file']) t
      returning id, type)
    insert into custom_field_options (institution_id, field_id, label)
    select ${institutionId}, f.id, 'Option ' || n from field f, generate_series(1, 3) n where f.type in ('choice', 'multi_choice')`);
}

/**
 * Two records of one kind with all that can hang on a person, drawn by chance: the same guardian or account on both, two
 * open enrolments, values here and there. Returns their ids.
 */
export async function createFilledPair(
  tx: Tx,
  school: School,
  entity: Entity,
  chance: Chance,
): Promise<[number, number]> {
  const { id: institutionId } = school.ilorin;
  // Some of it is of the closed session.
  await allowClosed(tx, 'demonstration');
  const perhaps = <T>(value: T) => (chance.below(3) > 0 ? value : null);
  const owner = sql.identifier(owners[entity]);
  const ids: number[] = [];
  for (let at = 0; at < 2; at += 1) ids.push(await createPerson(tx, school, entity, chance));
  const [one, other] = ids as [number, number];
  const file = async () => {
    made += 1;
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into files (institution_id, purpose, name, media_type, size, sha256, stored_as)
      values (${institutionId}, 'document', 'paper.pdf', 'application/pdf', 1, '0', ${`filled-${made}-${Math.random()}`}) returning id`);
    return Number(rows[0]!.id);
  };
  for (const person of [one, other]) {
    for (let n = chance.below(3); n > 0; n -= 1)
      await tx.execute(sql`insert into documents (institution_id, ${owner}, title, file_id, expires_on)
        values (${institutionId}, ${person}, 'A paper', ${await file()}, ${perhaps('2027-01-31')})`);
    await createValues(tx, institutionId, entity, person, chance, file);
    const photo = perhaps(await file());
    await tx.execute(sql`update ${sql.identifier(tables[entity])} set photo_id = ${photo}, photo_small_id = ${photo}
      where institution_id = ${institutionId} and id = ${person}`);
  }
  await createSignIns(tx, school, entity, [one, other], chance);
  if (entity === 'student') await createStudentLinks(tx, school, [one, other], chance);
  if (entity === 'guardian') await createChildren(tx, school, [one, other], chance);
  if (entity === 'employee') await createWork(tx, school, [one, other], chance);
  return [one, other];
}

async function createPerson(tx: Tx, { ilorin }: School, entity: Entity, chance: Chance): Promise<number> {
  made += 1;
  const perhaps = (value: string) => (chance.below(3) > 0 ? value : null);
  const table = sql.identifier(tables[entity]);
  const number =
    entity === 'student' ? sql`admission_number, ` : entity === 'employee' ? sql`employee_number, ` : sql``;
  const home = [
    ['NG', 'NG-KW', null, 'NG-KW-offa'],
    ['NG', 'NG-LA', null, null],
    ['GH', null, 'Ashanti', null],
    [null, null, null, null],
  ][chance.below(4)]!;
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into ${table} (institution_id, ${number} surname, first_name, middle_name, gender, phone, mobile, email,
      country_id, state_id, state_name, lga_id, city, address, religion)
    values (${ilorin.id}, ${entity === 'guardian' ? sql`` : sql`${`F/${made}/${Math.random()}`.slice(0, 30)}, `} 'Twice', ${`Person${chance.below(3)}`}, ${perhaps('Middle')},
      ${perhaps('female')}, ${perhaps('+2348030000009')}, ${perhaps('+2348030000010')}, ${perhaps('twice@example.com')},
      ${home[0]}, ${home[1]}, ${home[2]}, ${home[3]}, ${perhaps('Ilorin')}, ${perhaps(`${made} Taiwo Road`)}, ${perhaps('Islam')})
    returning id`);
  return Number(rows[0]!.id);
}

async function createValues(
  tx: Tx,
  institutionId: number,
  entity: Entity,
  person: number,
  chance: Chance,
  file: () => Promise<number>,
) {
  const owner = sql.identifier(owners[entity]);
  const { rows: fields } = await tx.execute<{ id: number; type: string; options: number[] | null }>(sql`
    select f.id, f.type, array_agg(o.id order by o.id) filter (where o.id is not null) as options
    from custom_fields f left join custom_field_options o on (o.institution_id, o.field_id) = (f.institution_id, f.id)
    where f.institution_id = ${institutionId} and f.entity = ${entity} group by 1, 2 order by 1`);
  for (const { id, type, options } of fields) {
    if (chance.below(3) === 0) continue;
    const one = async (column: string, value: unknown) =>
      tx.execute(sql`insert into custom_values (institution_id, field_id, ${owner}, ${sql.identifier(column)})
        values (${institutionId}, ${id}, ${person}, ${value})`);
    if (type === 'text') await one('text_value', `Said ${chance.below(3)}`);
    if (type === 'number') await one('number_value', '12345678901234567890.123456789');
    if (type === 'date') await one('date_value', '2020-02-29');
    if (type === 'yes_no') await one('yes_value', chance.below(2) === 0);
    if (type === 'file') await one('file_id', await file());
    if (type === 'choice') await one('option_id', options![chance.below(3)]);
    if (type === 'multi_choice')
      for (const option of options!.slice(0, 1 + chance.below(3))) await one('option_id', option);
  }
}

/** One account on both, an account each, or none. */
async function createSignIns(tx: Tx, { ilorin, accounts }: School, entity: Entity, people: number[], chance: Chance) {
  const role = { student: 'student', employee: 'employee', guardian: 'guardian' } as const;
  const pool = [accounts.applicant, accounts.cashier];
  for (const person of people)
    if (chance.below(2))
      await tx.execute(sql`insert into memberships (institution_id, account_id, role_id, ${sql.identifier(owners[entity])})
        values (${ilorin.id}, ${pool[chance.below(2)]}, ${ilorin.roleIds[role[entity]]}, ${person}) on conflict do nothing`);
}

async function createStudentLinks(tx: Tx, { ilorin }: School, people: number[], chance: Chance) {
  const institutionId = ilorin.id;
  const { rows: guardians } = await tx.execute<{ id: number }>(sql`
    insert into guardians (institution_id, surname, first_name) select ${institutionId}, 'Answers', 'For ' || n from generate_series(1, 3) n returning id`);
  await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
    select ${institutionId}, b.id, c.id from batches b, courses c
    where b.institution_id = ${institutionId} and c.institution_id = ${institutionId} on conflict do nothing`);
  for (const student of people) {
    let kin = chance.below(4);
    for (const { id } of guardians) {
      kin -= 1;
      if (chance.below(2))
        await tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id, relation, pays_fees, may_collect, is_next_of_kin)
          values (${institutionId}, ${student}, ${id}, ${chance.below(2) ? 'Mother' : null}, ${chance.below(2) === 0}, ${chance.below(2) === 0}, ${kin === 0})`);
    }
    await tx.execute(sql`insert into student_electives (institution_id, student_id, offering_id)
      select ${institutionId}, ${student}, id from course_offerings where institution_id = ${institutionId} order by id limit ${chance.below(4)}`);
    await tx.execute(sql`insert into enrolments (institution_id, student_id, batch_id, session_id, from_date, to_date, outcome)
      values (${institutionId}, ${student}, ${ilorin.pastBatchId}, ${ilorin.sessionIds.past}, '2025-09-15', '2026-07-24', 'promoted')`);
    const status = ['active', 'active', 'suspended', 'withdrawn', 'applicant'][chance.below(5)]!;
    const batchId =
      status !== 'withdrawn' && status !== 'applicant' && chance.below(3)
        ? Object.values(ilorin.batchIds)[chance.below(3)]!
        : null;
    await tx.execute(
      sql`update students set status = ${status}, batch_id = ${batchId} where institution_id = ${institutionId} and id = ${student}`,
    );
    if (batchId)
      await tx.execute(sql`insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
        values (${institutionId}, ${student}, ${batchId}, ${ilorin.sessionIds.current}, '2026-09-14')`);
    if (chance.below(2)) {
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into student_moves (institution_id, student_id, from_status, to_status, on_date, reason)
        values (${institutionId}, ${student}, 'active', 'transferred', '2026-01-10', 'Moved') returning id`);
      made += 1;
      await tx.execute(sql`insert into certificates (institution_id, kind, number, student_id, move_id, issued_on, content)
        values (${institutionId}, 'transfer', ${`X/${made}/${Math.random()}`}, ${student}, ${rows[0]!.id}, '2026-01-10', '{}')`);
    }
  }
}

async function createChildren(tx: Tx, { ilorin }: School, people: number[], chance: Chance) {
  for (const child of [
    ilorin.studentIds['Ada Obi'],
    ilorin.studentIds['Musa Garba'],
    ilorin.studentIds['Efe Omoregie'],
  ]) {
    const kin = chance.below(3);
    for (const [at, guardian] of people.entries())
      if (chance.below(3))
        await tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id, pays_fees, is_next_of_kin)
          values (${ilorin.id}, ${child}, ${guardian}, ${chance.below(2) === 0}, ${at === kin}
            and not exists (select from student_guardians where institution_id = ${ilorin.id} and student_id = ${child} and is_next_of_kin))`);
  }
}

async function createWork(tx: Tx, { ilorin }: School, people: number[], chance: Chance) {
  for (const employee of people) {
    for (const batchId of Object.values(ilorin.batchIds))
      if (chance.below(2))
        await tx.execute(
          sql`insert into batch_teachers values (${ilorin.id}, ${batchId}, ${employee}) on conflict do nothing`,
        );
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id, employee_id)
      select ${ilorin.id}, ${Object.values(ilorin.batchIds)[chance.below(3)]}, c.id, ${employee} from courses c
      where c.institution_id = ${ilorin.id} order by c.id limit 1 on conflict (institution_id, batch_id, course_id) do update set employee_id = ${employee}`);
    await tx.execute(sql`insert into employee_moves (institution_id, employee_id, kind, on_date, reason)
      values (${ilorin.id}, ${employee}, 'left', '2026-01-01', 'Rest')`);
  }
}

/** Every row of these tables as text: what must be the same before and after. */
export const dump = (ownerUrl: string, names: readonly string[]): Promise<Record<string, string[]>> =>
  withClient(ownerUrl, async (client) => {
    const all: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
    // In one statement: most tables are empty, and a question of each costs more than its rows.
    const ofEach = names.map((name) => `select '${name}' as name, t::text as row from ${name} t`);
    const { rows } = await client.query<{ name: string; row: string }>(`${ofEach.join(' union all ')} order by 1, 2`);
    for (const { name, row } of rows) all[name]!.push(row);
    return all;
  });
