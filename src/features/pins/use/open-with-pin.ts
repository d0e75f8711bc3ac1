import { sql } from 'drizzle-orm';
import { rowsOf, type Tx } from '#kernel/database.ts';
import type { PinTry } from './try-pin.ts';
import { answerEvenly, wrongPin } from './use-pin.ts';

/**
 * Opens a student's result with a result pin, which belongs to that student and term from then on. Returns how often it
 * can be viewed again.
 */
export async function openWithPin(
  tx: Tx,
  attempt: PinTry,
  { studentId, termId }: { studentId: number; termId: number },
): Promise<number> {
  const { institutionId, serial, hash } = attempt;
  const [opened] = await rowsOf<{ left: number }>(
    tx,
    sql`
    update pins p set status = 'used', used_at = coalesce(p.used_at, now()), sealed = null, views_used = p.views_used + 1,
      student_id = ${studentId}::bigint, term_id = ${termId}::bigint
    from pin_kinds k, institutions i
    where p.institution_id = ${institutionId} and p.serial = ${serial}::bigint and p.secret_hash = ${hash}::bytea
      and (k.institution_id, k.id) = (p.institution_id, p.kind_id) and i.id = p.institution_id
      and k.type = 'result' and p.views_used < k.views
      and p.expires_on >= (now() at time zone i.time_zone)::date
      and (p.status = 'sold' or p.status = 'available' and p.seller_id is not null
        or p.status = 'used' and p.student_id = ${studentId}::bigint and p.term_id = ${termId}::bigint)
    returning k.views - p.views_used as left`,
  );
  await answerEvenly(attempt);
  if (!opened) throw wrongPin();
  return Number(opened.left);
}
