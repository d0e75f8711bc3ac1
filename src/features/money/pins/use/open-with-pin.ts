import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { PinTry } from './try-pin.ts';
import { answerEvenly } from './use-pin.ts';

export interface WantedResult {
  studentId: number;
  termId: number;
  /** The program of the result; pins of one program open no other. */
  programId?: number | null;
  /** What the server knows the visitor's browser by: what it opens again within half an hour is the same view. */
  visitor?: string;
  /** Withheld: the pin belongs to the result from now on, but no view is counted. */
  isHeld?: boolean;
}

/** How long an opening lasts, in minutes. */
export const openingMinutes = 30;

/** Wrong, void, expired, used up, of another student or term: nobody learns which. */
const wrongResultPin = () =>
  new ValidationError(
    'pin',
    'This pin can’t be used here. Check the admission number, the term, the serial number and the pin. A pin opens the results of one student in one term.',
  );

/**
 * Opens a student's result with a result pin, which belongs to that student and term from then on. Returns how often it
 * can be viewed again.
 */
export async function openWithPin(tx: Tx, attempt: PinTry, wanted: WantedResult): Promise<number> {
  const { institutionId, serial, hash } = attempt;
  const { studentId, termId, programId = null, visitor = null, isHeld = false } = wanted;
  const isSame = sql`coalesce(p.opened_by = ${visitor}::text
    and p.opened_at > now() - make_interval(mins => ${openingMinutes}::int), false)`;
  const isCounted = sql`not (${isHeld}::boolean or ${isSame})`;
  const [opened] = await query<{ left: number }>(
    tx,
    sql`
    update pins p set status = 'used', used_at = coalesce(p.used_at, now()), sealed = null,
      views_used = p.views_used + (${isCounted})::int,
      opened_by = case when ${isCounted} then ${visitor}::text else p.opened_by end,
      opened_at = case when ${isCounted} and ${visitor}::text is not null then now() else p.opened_at end,
      student_id = ${studentId}::bigint, term_id = ${termId}::bigint
    from pin_kinds k, institutions i
    where p.institution_id = ${institutionId} and p.serial = ${serial}::bigint and p.secret_hash = ${hash}::bytea
      and (k.institution_id, k.id) = (p.institution_id, p.kind_id) and i.id = p.institution_id
      and k.type = 'result' and (p.views_used < k.views or ${isSame})
      and (k.program_id is null or ${programId}::bigint is null or k.program_id = ${programId}::bigint)
      and p.expires_on >= (now() at time zone i.time_zone)::date
      and (p.status = 'sold' or p.status = 'available' and p.seller_id is not null
        or p.status = 'used' and p.student_id = ${studentId}::bigint and p.term_id = ${termId}::bigint)
    returning k.views - p.views_used as left`,
  );
  await answerEvenly(attempt);
  if (!opened) throw wrongResultPin();
  return Number(opened.left);
}

/**
 * For a result that does not exist: whether the pin is right and belongs to no result yet, so that its owner can be told.
 * Every other pin gets the same refusal, after the same time.
 */
export async function refuseUnlessUnused(tx: Tx, attempt: PinTry): Promise<void> {
  const { institutionId, serial, hash } = attempt;
  const found = await query(
    tx,
    sql`
    select 1 from pins p join pin_kinds k on (k.institution_id, k.id) = (p.institution_id, p.kind_id)
    join institutions i on i.id = p.institution_id
    where p.institution_id = ${institutionId} and p.serial = ${serial}::bigint and p.secret_hash = ${hash}::bytea
      and k.type = 'result' and p.expires_on >= (now() at time zone i.time_zone)::date
      and (p.status = 'sold' or p.status = 'available' and p.seller_id is not null)`,
  );
  await answerEvenly(attempt);
  if (!found.length) throw wrongResultPin();
}
