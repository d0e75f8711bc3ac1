import { sql } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, query } from '#kernel/database.ts';
import { batchesTaughtBy } from '#features/people/students/students.policy.ts';
import { visibleTo } from '../groups/groups.list.ts';
import { sendsOwnOnly } from '../messages.policy.ts';

interface AudienceChoice {
  value: string;
  label: string;
}

/** What a form of recipients offers the actor. */
export async function audienceOffer(db: Db, actor: Actor, institutionId: number) {
  const isOwn = sendsOwnOnly(actor, institutionId);
  return {
    institutionId,
    choices: await audienceChoices(db, actor, institutionId, isOwn),
    currency: membershipIn(actor, institutionId)!.currency,
    can: {
      employees: !isOwn && can(actor, 'employees.view', institutionId),
      debtors: can(actor, 'fees.view', institutionId),
      absent: can(actor, 'attendance.view', institutionId),
      all: !isOwn,
    },
  };
}
export type AudienceOffer = Awaited<ReturnType<typeof audienceOffer>>;

/** What recipients can be chosen by; teachers choose among their own batches. */
async function audienceChoices(db: Db, actor: Actor, institutionId: number, isOwn: boolean) {
  const own = isOwn
    ? sql`and b.id in ${batchesTaughtBy(institutionId, membershipIn(actor, institutionId)!.employeeIds.length ? membershipIn(actor, institutionId)!.employeeIds : [0])}`
    : sql``;
  const of = (part: string, select: ReturnType<typeof sql>) => sql`select ${part} as part, x.* from (${select}) x`;
  const here = sql`institution_id = ${institutionId}`;
  const parts = [
    of(
      'batch',
      sql`select b.id::text as value, b.name as label, c.position * 1000 as place from batches b
      join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current
      join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
      where b.institution_id = ${institutionId} and b.closed_at is null ${own}`,
    ),
    ...(isOwn
      ? []
      : [
          of('class', sql`select id::text, name, position from classes where ${here}`),
          of('program', sql`select id::text, name, 0 from programs where ${here} and retired_at is null`),
          of(
            'session',
            sql`select id::text, name, -extract(year from starts_on)::int from academic_sessions where ${here}`,
          ),
          of('department', sql`select name, name, position from departments where ${here} and retired_at is null`),
          of('job_title', sql`select name, name, position from job_titles where ${here} and retired_at is null`),
        ]),
    of('group', sql`select id::text, name, 0 from message_groups where ${visibleTo(actor, institutionId)}`),
  ];
  const rows = await query<AudienceChoice & { part: string }>(db)`
    select part, value, label from (${sql.join(parts, sql` union all `)}) all_parts order by part, place, label`;
  const choices: Record<string, AudienceChoice[]> = {};
  for (const { part, value, label } of rows) (choices[part] ??= []).push({ value, label });
  return choices;
}
