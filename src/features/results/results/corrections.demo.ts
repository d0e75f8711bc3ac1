import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { applyCorrection } from './corrections/apply-correction.ts';
import { askCorrection, compareCorrection } from './corrections/ask-correction.ts';

/** A mark that was misread, found after publication: the registrar asked, and the principal agreed. */
export async function insertCorrection(tx: Tx, institutionId: number, secret: Buffer): Promise<void> {
  const person = async (role: string) => {
    const [row] = await query<{ id: number; name: string }>(
      tx,
      sql`select a.id::int as id, a.name from memberships m
        join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id) and r.key = ${role}
        join accounts a on a.id = m.account_id where m.institution_id = ${institutionId} order by a.id limit 1`,
    );
    return systemActor(institutionId, row!.name, row!.id);
  };
  const [asker, decider] = [await person('registrar'), await person('principal')];
  const [misread] = await query<{ sheetId: number; studentId: number; courseId: number; was: number }>(
    tx,
    sql`select s.id::int as "sheetId", r.student_id::int as "studentId", (c ->> 'id')::int as "courseId",
        (c #>> '{entries,examination}')::int as was
      from mark_sheets s join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id) and t.is_current
      join published_results r on (r.institution_id, r.term_id, r.batch_id) = (s.institution_id, s.term_id, s.batch_id)
      cross join jsonb_array_elements(r.content -> 'courses') c
      where s.institution_id = ${institutionId} and s.state = 'published' and c ->> 'status' = 'complete'
        and c #>> '{entries,examination}' ~ '^[1-4]..0*$'
      order by r.student_id, c ->> 'id' limit 1`,
  );
  if (!misread) return;
  const { sheetId, studentId, courseId, was } = misread;
  const cells = [{ studentId, courseId, component: 'examination', was, entry: was + 900 }];
  const changes = { cells, courses: [], notes: [] };
  const { seen } = await compareCorrection(tx, asker, sheetId, changes);
  const reason = 'The mark was misread when it was typed. The script and the list say the same.';
  const { correctionId, requested } = await askCorrection(tx, asker, sheetId, {
    ...changes,
    keepsFigures: false,
    reason,
    seen,
  });
  await applyCorrection(tx, asker, decider, secret, { correctionId, seen });
  await tx.execute(sql`update approvals set outcome = 'approved', decided_by = ${decider.accountId}, decided_at = now()
    where institution_id = ${institutionId} and id = ${requested.id}`);
}
