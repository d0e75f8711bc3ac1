import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { missingMarks } from './taken-courses.queries.ts';

interface LockedSheet {
  id: number;
  institutionId: number;
  batch: string;
}

/**
 * Refuses to approve one's own marks (decision 0036), and missing marks without a reason. Returns the number of missing
 * marks by sheet. The sheets are locked.
 */
export async function refuseApproval(
  tx: Tx,
  actor: Actor,
  sheets: LockedSheet[],
  reason: string,
): Promise<Map<number, number>> {
  const own = await enteredBy(
    tx,
    actor,
    sheets.filter(({ institutionId }) => !membershipIn(actor, institutionId)?.isOwner),
  );
  if (own)
    throw new ValidationError(
      'ids',
      `You entered marks of ${own} yourself. Somebody else who approves marks must approve it.`,
    );
  const missing = await missingMarks(
    tx,
    sheets.map(({ id }) => id),
    [...new Set(sheets.map(({ institutionId }) => institutionId))],
  );
  const open = sheets.find(({ id }) => missing.get(id));
  if (open && !reason)
    throw new ValidationError(
      'reason',
      `${countOf(missing.get(open.id)!, 'mark')} of ${open.batch} ${missing.get(open.id) === 1 ? 'is' : 'are'} missing. Say why the sheet is approved without them.`,
    );
  return missing;
}

/** The first of the sheets in which the actor entered a mark. */
async function enteredBy(tx: Tx, { accountId }: Actor, sheets: LockedSheet[]): Promise<string | undefined> {
  if (accountId === null || sheets.length === 0) return undefined;
  const [found] = await query<{ batch: string }>(
    tx,
    sql`select b.name as batch from mark_sheets s
    join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
    where s.institution_id = any (${sql.param(sheets.map(({ institutionId }) => institutionId))}::int[])
      and s.id = any (${sql.param(sheets.map(({ id }) => id))}::bigint[])
      and exists (select from mark_sheet_courses k join mark_changes h
          on (h.institution_id, h.term_id, h.course_id) = (k.institution_id, s.term_id, k.course_id)
        where (k.institution_id, k.sheet_id) = (s.institution_id, s.id) and h.account_id = ${accountId}
          and exists (select from enrolments e where (e.institution_id, e.student_id, e.batch_id)
            = (h.institution_id, h.student_id, s.batch_id)))
    order by s.id limit 1`,
  );
  return found?.batch;
}
