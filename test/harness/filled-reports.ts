import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { insertTotals } from '#features/teaching/attendance/totals.ts';
import { addMissingListValues } from '#features/records/lookups/check-list-values.ts';
import { fillBills } from '#test/harness/filled-bills.ts';
import type { School } from '#test/school.ts';
import { createCustomFields } from '#test/filled-people.ts';

/** Many students and employees of all kinds, the same every time: values that are alike, that are missing, that have accents. */
export async function fillForReports(tx: Tx, { ilorin, offa }: School): Promise<void> {
  for (const [school, students, employees] of [
    [ilorin, 130, 12],
    [offa, 45, 6],
  ] as const) {
    await addWords(tx, school.id);
    await createCustomFields(tx, school.id);
    await insertStudents(tx, school.id, students);
    await insertEmployees(tx, school.id, employees);
    await insertValues(tx, school.id);
    await fillBills(tx, school.id);
    await writeMessages(tx, school.id);
    await takeRegisters(tx, school.id);
  }
}

async function writeMessages(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    insert into messages (institution_id, channel, subject, body, state, needs, recipient_count)
    select ${institutionId}, ${pick(['sms', 'email'], 1)}, ${pick([null, 'Fees', ''], 1)}, 'School resumes on Monday.',
      ${pick(['draft', 'done'], 1)}, ${pick([null, 'students.viewHealth'], 1)}, n from generate_series(1, 6) n`);
}

async function takeRegisters(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`
    with taken as (
      insert into attendance_registers (institution_id, batch_id, term_id, on_date, sitting, roll)
      select b.institution_id, b.id, t.id, d::date, 1, (select array_agg(s.id order by s.id) from students s where s.batch_id = b.id)
      from batches b join terms t on (t.institution_id, t.session_id) = (b.institution_id, b.session_id) and t.position = 1
      cross join generate_series('2026-11-19'::timestamp, '2026-11-20'::timestamp, interval '1 day') d
      where b.institution_id = ${institutionId} and exists (select from students s where s.batch_id = b.id)
      returning institution_id, id, on_date, roll)
    insert into attendance_marks (institution_id, register_id, student_id, on_date, kind, minutes, left_at, remark)
    select t.institution_id, t.id, s.id, t.on_date, ${pick(['absent', 'late', 'sick', 'excused', 'present'], 1)},
      case when n % 5 = 1 then 20 end, case when n % 3 = 0 then time '12:30' end, ${pick([null, 'Said so'], 1)}
    from taken t cross join lateral unnest(t.roll) with ordinality s(id, n)`);
  await tx.execute(sql`insert into attendance_excuses (institution_id, student_id, starts_on, ends_on, kind, reason, state)
    select institution_id, min(student_id), '2026-11-19', '2026-11-19', 'sick', 'Malaria', 'open' from attendance_marks
    where institution_id = ${institutionId} group by 1`);
  await tx.execute(insertTotals(sql`r.institution_id = ${institutionId}`));
}

async function addWords(tx: Tx, institutionId: number): Promise<void> {
  await addMissingListValues(tx, institutionId, 'religions', ['Christianity', 'Islam']);
  await addMissingListValues(tx, institutionId, 'studentCategories', ['Day', 'Boarding']);
  await addMissingListValues(tx, institutionId, 'departments', ['Sciences', 'Arts']);
}

/** The element of a list that a row's number and a factor choose; null where the list says so. */
const pick = (values: (string | null)[], factor: number) =>
  sql`(${sql.param(values)}::text[])[1 + (n * ${factor}) % ${values.length}]`;

async function insertStudents(tx: Tx, institutionId: number, count: number): Promise<void> {
  await tx.execute(sql`
    insert into students (institution_id, admission_number, surname, first_name, middle_name, gender, birth_date,
        status, admission_date, phone, email, country_id, state_id, state_name, lga_id, city, category, religion, blood_group,
        genotype, language, next_of_kin_name)
      select ${institutionId}, 'R/' || lpad(n::text, 4, '0'), ${pick(['Ọjọ́', 'Ojo', 'OJO', "O'Neil", '100%', 'a_b'], 7)},
        ${pick(['Ada', 'Bola', 'ada', 'Zainab', 'Émeka'], 3)}, ${pick([null, 'Ayọ̀', 'Chi'], 5)},
        ${pick(['female', 'male', null], 11)}, ${pick(['2010-02-28', '2012-02-29', null, '2011-12-31', '2009-11-25'], 13)}::date,
        ${pick(['active', 'active', 'graduated', 'active', 'suspended'], 1)},
        ${pick(['2025-09-01', null, '2026-11-20', '2026-11-25'], 17)}::date, ${pick([null, '+2348030000111'], 3)},
        ${pick([null, 'one@example.com', 'Two@Example.com'], 2)}, 'NG', ${pick(['NG-KW', 'NG-LA', null], 19)},
        null, null, ${pick(['Ilorin', 'ilorin', null, 'Ọ̀fà'], 23)}, ${pick(['Day', 'Boarding', null], 29)},
        ${pick(['Islam', 'Christianity', null], 31)}, ${pick(['O+', 'A-', null, 'AB+'], 37)}, ${pick(['AA', 'SS', null], 41)},
        null, ${pick([null, 'Mama Ojo'], 43)}
    from generate_series(1, ${count}::int) n`);
  await tx.execute(sql`
    update students s set batch_id = (select b.id from batches b where b.institution_id = s.institution_id and b.closed_at is null
        and b.capacity >= 40 order by (b.id + s.id) % 7, b.id limit 1)
    where s.institution_id = ${institutionId} and s.admission_number like 'R/%' and s.status = 'active' and s.id % 5 < 3`);
  await tx.execute(sql`
    insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
    select s.institution_id, s.id, b.id, b.session_id, '2026-09-07' from students s
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    where s.institution_id = ${institutionId} and s.admission_number like 'R/%'`);
  await tx.execute(sql`
    insert into result_summaries (institution_id, student_id, session, term, system, average, average_exact, position, position_of,
      designation, designation_order)
    select institution_id, id, '2025/2026', 'Third term', 'average', round(40 + id % 7 + 0.005, 2), 40 + id % 7 + 0.005,
      1 + id % 9, 30, case when id % 4 = 0 then 'Upper Credit' when id % 4 = 1 then 'Pass' end, case when id % 4 = 0 then 1 when id % 4 = 1 then 2 end
    from students where institution_id = ${institutionId} and id % 3 > 0 on conflict do nothing`);
}

async function insertEmployees(tx: Tx, institutionId: number, count: number): Promise<void> {
  await tx.execute(sql`
    insert into employees (institution_id, employee_number, surname, first_name, gender, birth_date, department, graduation_year,
      employed_on, left_on, leaving_reason, religion, blood_group, city)
    select ${institutionId}, 'R' || lpad(n::text, 3, '0'), ${pick(['Bello', 'bello', 'Ọbí'], 5)}, ${pick(['Ife', 'Sade'], 3)},
      ${pick(['female', 'male', null], 2)}, ${pick(['1980-02-29', '1990-12-01', null], 7)}::date,
      ${pick(['Sciences', 'Arts', null], 1)}, ${pick(['2004', '2009', null, '1999'], 1)}::int, ${pick(['2015-01-05', '2020-09-01'], 1)}::date,
      ${pick([null, null, '2026-06-30'], 1)}::date, ${pick([null, null, 'Retired'], 1)}, ${pick(['Islam', null], 3)},
      ${pick(['O+', null], 5)}, ${pick(['Ilorin', null], 7)} from generate_series(1, ${count}::int) n`);
}

async function insertValues(tx: Tx, institutionId: number): Promise<void> {
  for (const [person, table] of [
    ['student', 'students'],
    ['employee', 'employees'],
  ] as const)
    await tx.execute(sql`
      insert into custom_values (institution_id, field_id, ${sql.identifier(`${person}_id`)}, text_value, number_value, date_value,
        yes_value, option_id)
      select f.institution_id, f.id, p.id, case f.type when 'text' then 'Said ' || p.id % 3 end,
        case f.type when 'number' then p.id % 5 + 0.5 end, case f.type when 'date' then date '2026-11-01' + (p.id % 60)::int end,
        case f.type when 'yes_no' then p.id % 2 = 0 end, case when f.type in ('choice', 'multi_choice') then
          (select o.id from custom_field_options o where (o.institution_id, o.field_id) = (f.institution_id, f.id)
            order by (o.id + p.id) % 3, o.id limit 1) end
      from custom_fields f join ${sql.identifier(table)} p on p.institution_id = f.institution_id
      where f.institution_id = ${institutionId} and f.entity = ${person} and f.type <> 'file' and (p.id + f.id) % 4 > 0`);
}

/** Invoices of some students, of which some were paid, some too much. */
