import { sql, type SQL } from 'drizzle-orm';
import { holdsQuery } from '#features/money/holds/held/held-students.ts';
import { messageFields, type FieldName, type FieldSource, type MessageField } from './merge-fields.ts';
import type { ReadText } from './read-text.ts';

const fields: Record<FieldName, MessageField> = messageFields;
export const valueOf = (name: FieldName): SQL => sql`coalesce(${fields[name].value}, '')`;

/** A text as one expression over a row `r` of `reached` and the joins of `sourcesOf`. */
export function compiled({ pieces }: ReadText): SQL {
  if (pieces.length === 0) return sql`''`;
  const parts = pieces.map((piece) => (typeof piece === 'string' ? sql`${piece}::text` : valueOf(piece.field)));
  return sql`(${sql.join(parts, sql` || `)})`;
}

/**
 * The joins that the fields read from: only those used. `r` are the rows of `recipients`, a query. What belongs to students is
 * read at once and joined in full, which can only be done by hashing or sorting: without statistics, as after an import,
 * another join would read all students of the institution for each recipient. It adds no row.
 */
export function sourcesOf(institutionId: number, used: readonly FieldName[], recipients: SQL): SQL {
  const sources = new Set<FieldSource>(used.map((name) => fields[name].source));
  if (sources.has('balance')) sources.add('institution');
  const here = sql`institution_id = ${institutionId}`;
  const ofStudents = sql`= any (array(select x.student_id from (${recipients}) x))`;
  const joins: Record<FieldSource, SQL> = {
    student: sql`full join (select id, first_name, middle_name, surname, batch_name, admission_number from students
      where ${here} and id ${ofStudents}) c on c.id = r.student_id`,
    balance: sql`full join (select student_id, owed from student_balances
      where ${here} and student_id ${ofStudents}) o on o.student_id = r.student_id`,
    recipient: sql`full join (select id, first_name, surname from students where ${here}
      and id = any (array(select x.student_id from (${recipients}) x where x.kind = 's'))) s on s.id = r.student_id
    left join lateral (
      select title, first_name, surname from guardians where r.kind = 'g' and ${here} and id = r.guardian_id
      union all select title, first_name, surname from employees where r.kind = 'e' and ${here} and id = r.employee_id
      union all select null, s.first_name, s.surname where r.kind = 's') n on true`,
    result: sql`left join lateral (select term, average, position from result_summaries
      where ${here} and student_id = r.student_id and not exists (${withheldFrom(institutionId)}) offset 0) t on true`,
    institution: sql`cross join (select name, phone, currency, time_zone from institutions where id = ${institutionId}) i`,
  };
  return sql.join(
    Object.entries(joins).flatMap(([source, join]) => (sources.has(source as FieldSource) ? [join] : [])),
    sql` `,
  );
}

/** A result that is withheld from the family is not sent to it either. */
const withheldFrom = (institutionId: number) => sql`select from (
  ${holdsQuery(sql`students.institution_id = ${institutionId} and students.id = r.student_id`)}) h
  where 'report_card' = any (h.remaining)`;

// What a plain text takes without asking for each character.
const plain = sql`'^[A-Za-z0-9 @$!"#%&''()*+,./:;<=>?_\n-]*$'`;

/** The parts of a text of an SMS; the usual ones are counted without calling the function. */
export const partsOf = (text: SQL): SQL => sql`case when ${text} ~ ${plain}
  then case when length(${text}) <= 160 then 1 else ceil(length(${text}) / 153.0)::int end else akada_sms_parts(${text}) end`;
