import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { findFile, keepFile, type StoredFile } from '#kernel/files.ts';
import { logAccess } from '#features/records/people/log-access.ts';
import type { DocumentFile } from '#features/records/people/documents/document-file.ts';
import { findExcuse } from './excuses.queries.ts';

/** An open reason that the actor sent: its paper can still be changed. */
export async function lockOwnExcuse(tx: Tx, actor: Actor, id: number) {
  const excuse = await findExcuse(tx, actor, id);
  await tx.execute(
    sql`select from attendance_excuses x where x.institution_id = ${excuse.institutionId} and x.id = ${id} for update`,
  );
  const now = await findExcuse(tx, actor, id);
  if (!now.isMine) throw new NotFound('reason for absence');
  if (now.state !== 'open')
    throw new ValidationError('file', 'The school has answered already. Send a new reason with the paper.');
  return now;
}

/** Attaches a paper to a reason, in place of the one before, whose stored file is returned. */
export async function attachPaper(
  tx: Tx,
  actor: Actor,
  id: number,
  file: StoredFile & Pick<DocumentFile, 'mediaType'>,
): Promise<string | null> {
  const excuse = await lockOwnExcuse(tx, actor, id);
  const { institutionId, studentId, student, fileId: before } = excuse;
  const old = before === null ? null : await findFile(tx, institutionId, before);
  const name = `Paper for ${student}`;
  const fileId = await keepFile(tx, actor, institutionId, { ...file, name, purpose: 'excuse' });
  await tx.execute(
    sql`update attendance_excuses set file_id = ${fileId} where institution_id = ${institutionId} and id = ${id}`,
  );
  if (old) await tx.execute(sql`delete from files where institution_id = ${institutionId} and id = ${old.id}`);
  await record(tx, actor, 'attendance.attachPaper', {
    institutionId,
    subject: { type: 'student', id: studentId },
    summary: sentence`attached a paper to the reason for the absence of ${{ of: 'student', id: studentId, name: student }}`,
  });
  return old?.storedAs ?? null;
}

/** The paper of a reason that the actor may see. Who opened it is recorded. */
export async function openPaper(tx: Tx, actor: Actor, id: number) {
  const { institutionId, fileId, studentId } = await findExcuse(tx, actor, id);
  if (fileId === null) throw new NotFound('paper');
  const file = await findFile(tx, institutionId, fileId);
  await logAccess(tx, actor, {
    institutionId,
    entity: 'student',
    subjectId: studentId,
    groups: ['private'],
    place: 'file',
  });
  return file;
}

/** Registers of the days on which the student was marked absent, in the order in which their batches are locked. */
export const absentRegisters = (
  tx: Tx,
  institutionId: number,
  studentId: number,
  [from, to]: readonly [string, string],
) =>
  query<{ batchId: number; onDate: string; sitting: number; offeringId: number | null; termId: number }>(
    tx,
    sql`select r.batch_id::int as "batchId", r.on_date::text as "onDate", r.sitting, r.offering_id::int as "offeringId",
        r.term_id::int as "termId"
      from attendance_marks m join attendance_registers r on (r.institution_id, r.id) = (m.institution_id, m.register_id)
      where m.institution_id = ${institutionId} and m.student_id = ${studentId} and m.kind = 'absent'
        and m.on_date between ${from}::date and ${to}::date
      order by r.batch_id, r.on_date, r.sitting, r.id`,
  );
