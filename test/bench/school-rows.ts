import type pg from 'pg';
import { names } from '#features/records/geography/people.demo.ts';

export async function insertStructure(
  client: pg.Client,
  institutionId: number,
  { classes, batches = batchCount }: { classes: number; batches?: number },
): Promise<number[]> {
  const all = async (text: string, ...values: unknown[]) =>
    (await client.query<{ id: string }>(text, [institutionId, ...values])).rows.map(({ id }) => Number(id));
  const [sessionId] = await all(
    `insert into academic_sessions (institution_id, name, starts_on, ends_on, is_current)
     values ($1, '2026/2027', '2026-09-01', '2027-07-31', true) returning id`,
  );
  const [programId] = await all(
    `insert into programs (institution_id, code, name) values ($1, 'SEC', 'Secondary') returning id`,
  );
  const classIds = await all(
    `insert into classes (institution_id, program_id, name)
     select $1, $2, 'SS ' || n from generate_series(1, $3::int) n order by n returning id`,
    programId,
    classes,
  );
  return all(
    `insert into batches (institution_id, class_id, session_id, arm, name, capacity)
     select $1, ($2::bigint[])[1 + n % $3::int], $4, n::text, 'SS ' || 1 + n % $3::int || ' ' || n, 5000
     from generate_series(1, $5::int) n order by n returning id`,
    classIds,
    classes,
    sessionId,
    batches + 2,
  );
}

export async function insertStudents(client: pg.Client, institutionId: number, size: number, batchIds: number[]) {
  const all = Object.values(names);
  const lists = [all.flatMap((one) => one.surnames), all.flatMap((one) => [...one.female, ...one.male])];
  // The rows are right by construction: a check of every foreign key would only take a minute.
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into students (institution_id, admission_number, surname, first_name, middle_name, gender, birth_date, status,
       batch_id, batch_name, admission_date, phone, country_id, state_id, city, address, email, religion)
     select $1, (2016 + n % 10) || '/' || lpad(n::text, 7, '0'),
       ($3::text[])[1 + h % cardinality($3::text[])], ($4::text[])[1 + (h / 1000) % cardinality($4::text[])],
       case when n % 3 > 0 then ($4::text[])[1 + (h / 77) % cardinality($4::text[])] end,
       case when h % 2 = 0 then 'female' else 'male' end, date '2004-01-01' + h % 3650,
       case when n % 25 = 1 then 'graduated' else 'active' end,
       b.id, b.name,
       date '2016-09-01' + (n % 10) * 365, case when n % 4 > 0 then '+23480' || lpad((h % 100000000)::text, 8, '0') end,
       'NG', 'NG-OY', 'Ibadan', n || ' Ahmadu Bello Way, "Block ' || n % 9 || '", Bodija',
       'student' || n || '@example.com', case when h % 2 = 0 then 'Christianity' else 'Islam' end
     from (select n, hashint4(n) & 2147483647 as h from generate_series(1, $2::int) n) numbered
     left join batches b on n % 10 > 0 and n % 25 <> 1 and b.id = ($5::bigint[])[1 + n % cardinality($5::bigint[])]`,
    [institutionId, size, ...lists, batchIds],
  );
  await client.query(
    `insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
     select s.institution_id, s.id, b.id, b.session_id, '2026-09-07'
     from students s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)`,
  );
  await client.query(
    `insert into student_names select distinct institution_id, split_part(sort_name, ' ', 1) from students`,
  );
  await client.query(`set session_replication_role = origin`);
  await client.query('select akada_recount()');
}

/** One for twenty students: 5,000 for a school of 100,000. */
export async function insertEmployees(client: pg.Client, institutionId: number, size: number) {
  const all = Object.values(names);
  await client.query(
    `insert into employees (institution_id, employee_number, surname, first_name, middle_name, gender, email, phone, mobile,
       job_title, department, category, employed_on, left_on, country_id, state_id)
     select $1, 'E' || lpad(n::text, 5, '0'),
       ($3::text[])[1 + h % cardinality($3::text[])], ($4::text[])[1 + (h / 1000) % cardinality($4::text[])],
       case when n % 3 > 0 then ($4::text[])[1 + (h / 77) % cardinality($4::text[])] end,
       case when h % 2 = 0 then 'female' else 'male' end, 'employee' || n || '@example.com',
       '+23490' || lpad((h % 100000000)::text, 8, '0'), '+23481' || lpad((h / 7 % 100000000)::text, 8, '0'),
       ($5::text[])[1 + n % cardinality($5::text[])], ($6::text[])[1 + n % cardinality($6::text[])],
       case when n % 4 = 0 then 'Non-teaching' else 'Teaching' end, date '2005-01-01' + h % 7000,
       case when n % 20 = 0 then date '2026-06-30' end, 'NG', 'NG-OY'
     from (select n, hashint4(n + 7) & 2147483647 as h from generate_series(1, $2::int) n) numbered`,
    [
      institutionId,
      Math.round(size),
      all.flatMap((one) => one.surnames),
      all.flatMap((one) => [...one.female, ...one.male]),
      ['Teacher', 'Lecturer', 'Librarian', 'Secretary', 'Driver'],
      ['Sciences', 'Languages', 'Mathematics', 'Arts'],
    ],
  );
}

/** As many as there are students: everybody has the one of the same number, every third a second one. */
export async function insertGuardians(client: pg.Client, institutionId: number, size: number) {
  const all = Object.values(names);
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into guardians (institution_id, title, surname, first_name, gender, email, mobile, occupation, country_id, state_id)
     select $1, case when h % 2 = 0 then 'Mrs' else 'Mr' end,
       ($3::text[])[1 + h % cardinality($3::text[])], ($4::text[])[1 + (h / 1000) % cardinality($4::text[])],
       case when h % 2 = 0 then 'female' else 'male' end, case when n % 3 = 0 then 'guardian' || n || '@example.com' end,
       '+23470' || lpad((h % 100000000)::text, 8, '0'), ($5::text[])[1 + n % cardinality($5::text[])], 'NG', 'NG-OY'
     from (select n, hashint4(n + 3) & 2147483647 as h from generate_series(1, $2::int) n) numbered`,
    [
      institutionId,
      size,
      all.flatMap((one) => one.surnames),
      all.flatMap((one) => [...one.female, ...one.male]),
      ['Trader', 'Farmer', 'Nurse', 'Civil servant', 'Tailor'],
    ],
  );
  await client.query(
    `insert into guardian_names select distinct institution_id, split_part(sort_name, ' ', 1) from guardians`,
  );
  await client.query(
    `insert into student_guardians (institution_id, student_id, guardian_id, pays_fees, is_next_of_kin, position)
     with s as (select id, row_number() over (order by id) as n from students where institution_id = $1),
       g as (select id, row_number() over (order by id) as n from guardians where institution_id = $1)
     select $1, s.id, g.id, g.n % 10 > 0, true, 0 from s join g using (n)
     union all
     select $1, s.id, g.id, false, false, 1 from s join g on g.n = 1 + (s.n * 7) % $2 where s.n % 3 = 0 and g.n <> s.n`,
    [institutionId, size],
  );
  await client.query(`set session_replication_role = origin`);
}

export const batchCount = 600;
