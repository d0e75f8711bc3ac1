import { sql, type SQL, and, asc } from 'drizzle-orm';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';
import { squeezed, lines, pieces } from './take-lines.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import type { LineDetails } from './bank.queries.ts';
import type { PersonNames } from '#ui/format.ts';

/** Admission numbers as narrations spell them. */
export const admissions = (institutionId: number) => sql`
  admission as materialized (
    select id, admission_number, word from (
      select id, admission_number, ${squeezed(sql`admission_number`)} as word from students
      where institution_id = ${institutionId} and anonymised_at is null) s
    where length(word) >= 4 and word ~ '[0-9]')`;

/**
 * The student of a line: `by_account` a gateway credits by itself, `identified` by a number, and `by_name`
 * as a hint: of those with the name, who owes exactly the amount and is in the class that the narration names.
 */
export const studentHits = (institutionId: number) => sql`
  by_account as materialized (
    select distinct on (w.id) w.id, d.student_id, d.account_number as number
    from piece w join credited_accounts d on d.institution_id = ${institutionId} and d.account_number = w.word
    order by w.id, d.id),
  number as materialized (
    select w.id, i.student_id, 'Invoice ' || ${documentNumber('INV', sql`i.number`)} as reason, 0 as rank,
      case when w.word ~ '[a-z]0[0-9]{5}$' then 0 else length(w.word) end as worth
    from piece w join invoices i on i.institution_id = ${institutionId}
      and i.number = substring(w.word from '^inv(?:oice)?(?:no)?0*([0-9]{1,9})$')::int
    where w.word ~ '^inv(oice)?(no)?0*[1-9][0-9]{0,8}$'
    union all
    select w.id, s.id, 'Admission number ' || s.admission_number, 1, -length(w.word)
    from admission s join piece w on w.word = s.word),
  best as (
    select *, rank() over (partition by id, rank order by worth) as place from number),
  identified as materialized (
    select id, case when count(distinct student_id) = 1 then min(student_id) end as student_id,
      left((array_agg(reason order by rank, reason))[1], 200) as reason,
      case when count(distinct student_id) > 1
        then left('Several students: ' || string_agg(distinct reason, ', '), 200) end as clash
    from best where place = 1 group by id),
  named as materialized (
    select s.id as student_id, 's' || s.id as person, akada_searchable(s.surname) as surname,
      ${firstWord(sql`s.first_name`)} as first
    from students s where s.institution_id = ${institutionId} and s.anonymised_at is null
    union all
    select k.student_id, 'g' || g.id, akada_searchable(g.surname), ${firstWord(sql`g.first_name`)}
    from guardians g join student_guardians k on (k.institution_id, k.guardian_id) = (g.institution_id, g.id)
    where g.institution_id = ${institutionId} and g.anonymised_at is null and g.merged_into_id is null),
  name_word as materialized (
    select distinct r.id, r.part from run r
    join (select surname as part from named union select first from named) n using (part)
    where length(r.part) >= 3 and not exists (select from identified i where i.id = r.id)),
  namesake as materialized (
    select f.id, n.student_id, n.person
    from name_word f join name_word o on o.id = f.id and o.part <> f.part
    join named n on n.surname = f.part and n.first = o.part),
  -- 'JSS1' and 'JSS 1 A' as a narration spells them.
  place as materialized (
    select b.id as batch_id, ${spelt(sql`b.name`)} as batch, ${spelt(sql`c.name`)} as class
    from batches b join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    where b.institution_id = ${institutionId}),
  debt as materialized (
    select v.student_id, v.open as amount from invoices v
    where v.institution_id = ${institutionId} and v.open > 0
      and v.student_id in (select student_id from namesake)
    union
    select b.student_id, b.owed from student_balances b
    where b.institution_id = ${institutionId} and b.student_id in (select student_id from namesake)),
  fit as materialized (
    select n.*, coalesce(b.owed, 0) as owed,
      exists (select from debt d where d.student_id = n.student_id and d.amount = l.amount) as owes,
      coalesce(w.words like '% ' || p.batch || ' %' or w.words like '% ' || p.class || ' %', false) as in_class
    from namesake n
    join line l on l.id = n.id
    join (select id, ' ' || array_to_string(parts, ' ') || ' ' as words from runs) w on w.id = n.id
    join students s on s.institution_id = ${institutionId} and s.id = n.student_id
    left join place p on p.batch_id = s.batch_id
    left join student_balances b on b.institution_id = s.institution_id and b.student_id = s.id),
  best_fit as materialized (
    select * from (
      select *, rank() over (partition by id order by owes desc, in_class desc) as place from fit) f where place = 1),
  by_name as materialized (
    select id,
      case when count(distinct student_id) = 1 or count(distinct person) = 1
        then (array_agg(student_id order by owed desc, student_id))[1] end as student_id,
      case when count(distinct student_id) > 1 and count(distinct person) > 1
          then count(distinct student_id) || ' students fit: choose one'
        else case when bool_and(in_class) then 'Name and class' else 'Name' end || ' in the narration'
          || case when bool_and(owes) then ', owes exactly this' else '' end end as reason
    from best_fit group by id)`;

/** 'Kemi Bola' is Kemi on a statement. */
const firstWord = (name: SQL) => sql`substring(akada_searchable(${name}) from '[a-z]+')`;

/** The runs of letters or digits of a name, with spaces between them. */
const spelt = (name: SQL) =>
  sql`(select string_agg(m.part[1], ' ' order by m.at)
    from regexp_matches(akada_searchable(${name}), '[a-z]+|[0-9]+', 'g') with ordinality m (part, at))`;

/** Those who fit a line equally well, when it is weakly proposed without one of them. */
export async function namesakesOf(db: Db, actor: Actor, line: LineDetails): Promise<Namesake[]> {
  if (line.strength !== 'weak' || line.studentId !== null || line.paymentId !== null) return [];
  const { institutionId, statementId, id } = line;
  const fit = sql`(with ${lines(institutionId, statementId, id)}, ${admissions(institutionId)}, ${pieces},
    ${studentHits(institutionId)} select student_id from best_fit)`;
  return db
    .select({
      id: students.id,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
      admissionNumber: students.admissionNumber,
      batch: students.batchName,
      owed: sql<number>`coalesce((select b.owed from student_balances b
        where (b.institution_id, b.student_id) = (${withTable(students.institutionId)}, ${withTable(students.id)})), 0)`.mapWith(
        Number,
      ),
    })
    .from(students)
    .where(and(visibleTo(actor, students, institutionId), sql`${students.id} in ${fit}`))
    .orderBy(asc(students.sortName), asc(students.id))
    .limit(maxStudentHits);
}

/** More people of one name and class than a page of them helps. */
const maxStudentHits = 20;

export interface Namesake extends PersonNames {
  id: number;
  admissionNumber: string;
  batch: string | null;
  owed: number;
}
