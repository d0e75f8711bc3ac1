import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { choice, id } from '#kernel/schemas.ts';
import { followedBy, seeingConcerns } from './concerned.ts';
import { followUpWays, type FollowUpWay } from './follow-up-ways.ts';

export const AddFollowUp = z.object({
  student_id: id,
  how: choice(followUpWays),
  note: z
    .string('Enter a note.')
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().min(1, 'Enter a note.').max(1000, 'A note can have up to 1,000 characters.')),
});

interface Followed {
  id: number;
  institutionId: number;
  name: string;
  batch: string | null;
  termId: number | null;
}

/** A student whose attendance the actor follows. `lock`: nobody merges or erases the record meanwhile. */
async function findFollowed(db: Db, actor: Actor, studentId: number, { lock = false } = {}): Promise<Followed> {
  const ways = institutionsWhere(actor, ...seeingConcerns).map(
    (one) => sql`(s.institution_id = ${one} and ${followedBy(actor, one)})`,
  );
  const isSeen = ways.length ? sql.join(ways, sql` or `) : sql`false`;
  const [row] = await query<Followed>(
    db,
    sql`select s.id::int as id, s.institution_id as "institutionId", concat_ws(' ', s.first_name, s.surname) as name, s.batch_name as batch,
        (select t.id::int from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
          and y.is_current where t.institution_id = s.institution_id and t.is_current limit 1) as "termId"
      from students s where s.id = ${studentId} and s.merged_into_id is null and (${isSeen}) ${lock ? sql`for share of s` : sql``}`,
  );
  if (!row) throw new NotFound('student');
  return row;
}

/** Records what was done about a student who is often away. */
export async function addFollowUp(
  tx: Tx,
  actor: Actor,
  { student_id: studentId, how, note }: z.output<typeof AddFollowUp>,
) {
  const { institutionId, name, termId } = await findFollowed(tx, actor, studentId, { lock: true });
  if (termId === null) throw new ValidationError('note', 'There is no current term. Choose one under Sessions first.');
  await tx.execute(sql`insert into attendance_follow_ups (institution_id, student_id, term_id, how, note, account_id)
    values (${institutionId}, ${studentId}, ${termId}, ${how}, ${note}, ${actor.accountId})`);
  await record(tx, actor, 'attendance.followUp', {
    institutionId,
    subject: { type: 'student', id: studentId },
    summary: sentence`recorded a follow-up about the absence of ${{ of: 'student', id: studentId, name }}: ${followUpWays[how].toLowerCase()}`,
  });
  return name;
}

export interface FollowUp {
  id: number;
  how: FollowUpWay;
  note: string;
  by: string | null;
  at: string;
}

const mostShown = 50;

/** What was done about one student, latest first. */
export async function followUpsOf(db: Db, actor: Actor, studentId: number) {
  const [student, rows] = await Promise.all([
    findFollowed(db, actor, studentId),
    query<FollowUp & { studentId: number }>(
      db,
      sql`select f.id::int as id, f.how, f.note, a.name as by,
          to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
        from attendance_follow_ups f left join accounts a on a.id = f.account_id
        where f.institution_id = any (${sql.param(institutionsWhere(actor, ...seeingConcerns))}::int[]) and f.student_id = ${studentId}
        order by f.created_at desc, f.id desc limit ${mostShown}`,
    ),
  ]);
  return { student, rows };
}
