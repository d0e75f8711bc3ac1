import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { setLinks } from '#features/people/guardians/responsibilities.ts';
import { askOnce } from '../ask-once.ts';
import { ComposeFields } from './compose-fields.ts';
import { toldBy } from './told.ts';

export const LetReceive = ComposeFields.extend({
  /** Of one guardian who is left out. Without it, the first guardian of each student whom no SMS reaches. */
  key: z.string().max(60).optional(),
});

/** Of `chosen`: students none of whose guardians receives SMS, with the first guardian who has a number. */
export const unreachedStudents = (institutionId: number): SQL => sql`
  select distinct on (c.student_id) c.student_id, c.guardian_id from chosen c
  join student_guardians l on l.institution_id = ${institutionId} and l.student_id = c.student_id and l.guardian_id = c.guardian_id
  where c.kind = 'g' and c.phone like '+%' and not exists (
    select from student_guardians o where o.institution_id = ${institutionId} and o.student_id = c.student_id and o.receives_sms)
  order by c.student_id, l.position, c.guardian_id`;

/** Lets guardians receive SMS whom a message would leave out, for users who can edit their links. */
export async function letReceive(
  tx: Tx,
  actor: Actor,
  { key, ...fields }: z.infer<typeof LetReceive>,
): Promise<number> {
  const { institution_id: institutionId } = fields;
  const { query } = await toldBy(tx, actor, fields);
  allow(actor, 'guardians.edit', institutionId);
  const links = await askOnce<{ student: number; guardian: number }>(
    tx,
    key === undefined
      ? sql`with ${query} select student_id as student, guardian_id as guardian from (${unreachedStudents(institutionId)}) u`
      : sql`with ${query} select c.student_id as student, c.guardian_id as guardian from reached r
          join chosen c on c.kind = 'g' and c.guardian_id = r.guardian_id and (r.children > 1 or c.student_id = r.student_id)
          where r.key = ${key} and r.reason = 'no_sms'`,
  );
  // A colleague decides about the own family.
  const own = await ownFamily(tx, actor.accountId, institutionId);
  const others = links.filter(({ student }) => !own.students.has(Number(student)));
  const pairs = JSON.stringify(others);
  return setLinks(
    tx,
    actor,
    institutionId,
    sql`(l.student_id, l.guardian_id) in (select p.student, p.guardian
      from jsonb_to_recordset(${pairs}::jsonb) as p (student bigint, guardian bigint))`,
    { receivesSms: true },
  );
}
