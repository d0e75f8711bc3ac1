import { sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import { isOwnRecord, visibleRequests } from '../leave.policy.ts';
import { lockRequest } from './lock-request.ts';

/** Attaches a paper to a request, in the place of one before. Returns where the old one is stored. */
export async function attachPaper(
  tx: Tx,
  actor: Actor,
  id: number,
  file: StoredFile & { mediaType: string },
): Promise<string | null> {
  const { institutionId, employeeId, state, fileId } = await lockRequest(tx, actor, id);
  if (!isOwnRecord(actor, { institutionId, employeeId })) allow(actor, 'leave.approve', institutionId);
  // The decision rests on the paper that was there.
  if (state === 'approved' && fileId !== null && isOwnRecord(actor, { institutionId, employeeId }))
    throw new Conflict('The leave was approved with its paper. Ask HR to replace it.');
  if (state === 'refused' || state === 'cancelled') throw new Conflict('This leave was refused or cancelled.');
  const name = `Paper for leave ${id}`;
  const kept = await keepFile(tx, actor, institutionId, { ...file, name, purpose: 'leave' });
  await tx.execute(sql`update leave_requests set file_id = ${kept}::bigint
    where institution_id = ${institutionId} and id = ${id}::bigint`);
  const [old] = fileId
    ? await query<{ storedAs: string }>(
        tx,
        sql`delete from files where institution_id = ${institutionId} and id = ${fileId}::bigint returning stored_as as "storedAs"`,
      )
    : [];
  await record(tx, actor, 'leave.attach', {
    institutionId,
    summary: 'attached a paper to a leave request',
    subject: { type: 'employee', id: employeeId },
    details: { request: id },
  });
  return old?.storedAs ?? null;
}

export interface LeavePaper {
  institutionId: number;
  employeeId: number;
  isRestricted: boolean;
  mediaType: string;
  size: number;
  storedAs: string;
}

/** The paper of a request that the actor sees. */
export async function findPaper(db: Db, actor: Actor, id: number): Promise<LeavePaper> {
  const [file] = await query<LeavePaper>(
    db,
    sql`select r.institution_id as "institutionId", r.employee_id::int as "employeeId", t.is_restricted as "isRestricted",
        f.media_type as "mediaType", f.size::int, f.stored_as as "storedAs"
      from leave_requests r join leave_types t on (t.institution_id, t.id) = (r.institution_id, r.type_id)
      join files f on (f.institution_id, f.id) = (r.institution_id, r.file_id)
      where r.id = ${id}::bigint and ${visibleRequests(actor)}`,
  );
  if (!file) throw new NotFound('paper');
  return file;
}
