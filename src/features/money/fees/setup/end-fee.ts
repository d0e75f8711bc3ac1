import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, type Db, query, hasKey } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { billed } from '../billing-of-fees.ts';
import { fees } from '../fees.schema.ts';
import { titleTaken } from './create-fee.ts';
import { lockFee } from './fee.queries.ts';

/** Ends a fee, so that nobody is billed with it any more, or opens it again. Its invoices stay as they are. */
export async function endFee(tx: Tx, actor: Actor, feeId: number, isEnding: boolean): Promise<string> {
  const fee = await lockFee(tx, actor, feeId);
  allow(actor, 'fees.edit', fee.institutionId);
  if (fee.isEnded === isEnding) return fee.title;
  await refuseDuplicate(
    tx
      .update(fees)
      .set({ endedAt: isEnding ? sql`now()` : null })
      .where(hasKey(fees, fee.institutionId, feeId)),
    { fees_title: ['form', titleTaken(fee.title)['fees_title']![1]] },
  );
  await record(tx, actor, isEnding ? 'fees.endFee' : 'fees.reopenFee', {
    institutionId: fee.institutionId,
    summary: `${isEnding ? 'ended' : 'reopened'} the fee ${fee.title}`,
    subject: { type: 'fee', id: feeId },
  });
  return fee.title;
}

/** Deletes a fee that nothing was billed with, cancelled invoices included. */
export async function deleteFee(tx: Tx, actor: Actor, feeId: number): Promise<string> {
  const fee = await lockFee(tx, actor, feeId);
  const { institutionId, title } = fee;
  allow(actor, 'fees.edit', institutionId);
  if (await billed().isBilled(tx, fee))
    throw new ValidationError('form', `${title} has been billed and can’t be deleted. End it instead.`);
  await tx
    .update(fees)
    .set({ copiedFromId: null })
    .where(and(eq(fees.institutionId, institutionId), eq(fees.copiedFromId, feeId)));
  await tx.delete(fees).where(hasKey(fees, institutionId, feeId));
  await record(tx, actor, 'fees.deleteFee', {
    institutionId,
    summary: `deleted the fee ${title}`,
    subject: { type: 'fee', id: feeId },
    details: { title, particulars: fee.particulars },
  });
  return title;
}

interface Named {
  id: number;
  name: string;
}

/** What the form of a fee offers. */
export interface FeeChoices {
  categories: Named[];
  sessions: (Named & {
    isCurrent: boolean;
    startsOn: string;
    terms: (Named & { isCurrent: boolean; startsOn: string })[];
  })[];
  programs: Named[];
  classes: (Named & { program: string })[];
  batches: (Named & { sessionId: number })[];
  studentCategories: Named[];
  /** Options of the students’ custom fields that everybody can see. */
  options: (Named & { field: string })[];
  schemes: Named[];
}

export async function feeChoices(db: Db, institutionId: number): Promise<FeeChoices> {
  const named = (rows: ReturnType<typeof sql>) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(r) - 'o'), '[]') from (${rows}) r)`;
  const own = sql`institution_id = ${institutionId}`;
  const rows = await query<FeeChoices>(db, render)`select
    ${named(sql`select id, name from fee_categories where ${own} and archived_at is null order by id`)} as categories,
    ${named(sql`select s.id, s.name, s.is_current as "isCurrent", s.starts_on as "startsOn",
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'isCurrent', t.is_current,
          'startsOn', t.starts_on) order by t.position), '[]')
        from terms t where t.institution_id = s.institution_id and t.session_id = s.id) as terms
      from academic_sessions s where s.${own} and s.closed_at is null order by s.starts_on desc`)} as sessions,
    ${named(sql`select id, name from programs where ${own} and retired_at is null order by name, id`)} as programs,
    ${named(sql`select c.id, c.name, p.name as program from classes c
      join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
      where c.${own} order by p.name, p.id, c.position, c.id`)} as classes,
    ${named(sql`select b.id, b.name, b.session_id as "sessionId" from batches b
      join academic_sessions s on (s.institution_id, s.id) = (b.institution_id, b.session_id)
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      where b.${own} and s.closed_at is null order by c.program_id, c.position, b.name, b.id`)} as batches,
    ${named(sql`select id, name from student_categories where ${own} order by name`)} as "studentCategories",
    ${named(sql`select o.id, o.label as name, f.label as field from custom_field_options o
      join custom_fields f on (f.institution_id, f.id) = (o.institution_id, o.field_id)
      where o.${own} and f.entity = 'student' and f.field_group = 'general' and f.retired_at is null
        and o.retired_at is null order by f.position, f.id, o.position, o.id`)} as options,
    ${named(sql`select id, name from discount_schemes where ${own} and archived_at is null order by name, id`)} as schemes`;
  return rows[0]!;
}
