import { sql } from 'drizzle-orm';
import { clipped } from '#kernel/clipped.ts';
import type { Tx } from '#kernel/database.ts';

/** So long after an alert an answer to it is about that day. */
const daysToAnswer = 3;

/**
 * Makes an open reason of an answer to an alert: for the guardian’s children of whom it told, unless there is a reason for
 * the day already. Further answers, such as thanks, add nothing. The school decides on it as on any other,
 * and reads whether somebody else could have written it.
 */
export async function excuseFromReply(
  tx: Tx,
  institutionId: number,
  { outboxId, text, isVerified }: { outboxId: number | null; text: string; isVerified: boolean },
): Promise<void> {
  const said = text.normalize('NFC').trim();
  if (outboxId === null || said === '') return;
  const reason = isVerified ? clipped(said, 500) : `${clipped(said, 440)} (by text message, sender not verified)`;
  await tx.execute(sql`
    insert into attendance_excuses (institution_id, student_id, starts_on, ends_on, kind, reason)
    select a.institution_id, a.student_id, a.on_date, a.on_date, 'excused', ${reason}
    from outbox o join institutions i on i.id = o.institution_id
    join attendance_alerts a on a.institution_id = o.institution_id and a.kind = 'absent'
      and a.on_date = (o.created_at at time zone i.time_zone)::date
    join students s on (s.institution_id, s.id) = (a.institution_id, a.student_id) and s.merged_into_id is null
    where o.institution_id = ${institutionId} and o.id = ${outboxId} and o.event = 'attendance.absent'
      and o.created_at > now() - make_interval(days => ${daysToAnswer}::int)
      and (a.student_id = o.student_id or a.student_id in (select l.student_id from student_guardians l
        where l.institution_id = o.institution_id and l.guardian_id = o.guardian_id))
      and not exists (select from attendance_excuses x where (x.institution_id, x.student_id) = (a.institution_id, a.student_id)
        and a.on_date between x.starts_on and x.ends_on)
    order by a.student_id`);
}
