import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { tellingOf, type Tellings } from '#kernel/messages/telling.ts';
import { sheetMembers } from '#features/results/assessment/sheets/members.ts';
import { resultPublished } from '../results.events.ts';

const ToTell = z.object({
  institutionId: z.number(),
  studentId: z.number(),
  term: z.string(),
  session: z.string(),
});
type ToTell = z.infer<typeof ToTell>;

/** What the publication of these sheets would send, to families of students whose result of the term is not published yet. */
export async function publishMessages(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Tellings> {
  const wanted = sql`s.institution_id = any (${sql.param(institutionsWhere(actor, 'results.publish'))}::int[])
    and s.id = any (${sql.param([...ids])}::bigint[])`;
  const rows = await query(
    tx,
    sql`with ${sheetMembers(wanted)}
      select distinct m.institution_id as "institutionId", m.student_id::bigint as "studentId", t.name as term, y.name as session
      from member m join terms t on (t.institution_id, t.id) = (m.institution_id, m.term_id)
      join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where not exists (select from published_results r where r.institution_id = m.institution_id
        and r.student_id = m.student_id and r.term_id = m.term_id and r.replaced_at is null)`,
    ToTell,
  );
  const institutionId = rows[0]?.institutionId;
  if (institutionId === undefined) throw new NotFound('mark sheet');
  const told = rows.flatMap(({ studentId, term, session, ...row }) =>
    row.institutionId === institutionId ? [{ studentId, fields: { term, session } }] : [],
  );
  return {
    institutionId,
    currency: membershipIn(actor, institutionId)!.currency,
    ways: await tellingOf(tx, institutionId, resultPublished, told),
    maySwitch: can(actor, 'contact.switches', institutionId),
  };
}
