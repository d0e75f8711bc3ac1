import { and, eq, inArray, sql } from 'drizzle-orm';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { audienceOf } from '#features/money/fees/audience/audience.ts';
import { billedItems } from './billed-items.ts';
import type { Item, ItemRow } from './items.queries.ts';

export interface StudentFeeItems extends Pick<ItemRow, 'isBilled' | 'chosen' | 'billed'> {
  id: number;
  title: string;
  items: Item[];
}

/** A student that the actor can bill. */
export async function findStudent(tx: Tx, actor: Actor, studentId: number) {
  const [student] = await tx
    .select({
      institutionId: students.institutionId,
      id: students.id,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
    })
    .from(students)
    .where(
      and(
        eq(students.id, studentId),
        visibleTo(actor, students),
        inArray(students.institutionId, institutionsWhere(actor, 'fees.view')),
      ),
    );
  if (!student) throw new NotFound('student');
  allow(actor, 'fees.bill', student.institutionId);
  return student;
}

/** The optional items of every fee that is for a student now, or that the student has chosen some of. */
export async function itemsOfStudent(tx: Tx, actor: Actor, studentId: number) {
  const student = await findStudent(tx, actor, studentId);
  const { institutionId } = student;
  const audience = audienceOf({ institutionId, id: sql`f.id`, sessionId: sql`f.session_id` });
  const fees = await query<StudentFeeItems>(
    tx,
    render(sql`
    with billed as materialized (${billedItems(institutionId, sql`i.student_id = ${studentId}`)})
    select f.id, f.title, p.items,
      exists (select from invoices i where i.institution_id = ${institutionId} and i.student_id = ${studentId}
        and i.fee_id = f.id and i.kind = 'fee' and i.cancelled_at is null) as "isBilled",
      (select coalesce(jsonb_agg(h.particular_id), '[]') from fee_choices h where h.institution_id = ${institutionId}
        and h.student_id = ${studentId} and h.particular_id = any (p.ids)) as chosen,
      (select coalesce(jsonb_agg(jsonb_build_object('particularId', b."particularId", 'invoiceId', b."invoiceId",
        'number', b.number)), '[]') from billed b where b."particularId" = any (p.ids)) as billed
    from fees f
    join academic_sessions a on (a.institution_id, a.id) = (f.institution_id, f.session_id)
    cross join lateral (select array_agg(o.id) as ids, jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name,
        'amount', o.amount) order by o.position, o.id) as items
      from fee_particulars o where o.institution_id = ${institutionId} and o.fee_id = f.id and o.is_optional) p
    where f.institution_id = ${institutionId} and f.ended_at is null and a.closed_at is null and p.ids is not null
      and (exists (select from fee_choices h where h.institution_id = ${institutionId} and h.student_id = ${studentId}
          and h.particular_id = any (p.ids))
        or exists (select from (${audience}) m where m."studentId" = ${studentId}))
    order by f.id desc`),
  );
  return { student, currency: membershipIn(actor, institutionId)!.currency, fees };
}
export type ItemsOfStudent = Awaited<ReturnType<typeof itemsOfStudent>>;
