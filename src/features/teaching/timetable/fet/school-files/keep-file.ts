import { sql } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import { allow, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { FetFile } from '../format/read-fet.ts';

/** Keeps a file that was read, until its names are mapped. A person’s former file of the school goes. */
export async function keepFile(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  file: FetFile,
  fileName: string,
): Promise<number> {
  allow(actor, 'timetable.edit', institutionId);
  if (!('problem' in file))
    throw new ValidationError('file', 'This is only a result, without the school. Choose the .fet file itself.');
  if (!file.problem.activities.some(({ isActive }) => isActive))
    throw new ValidationError(
      'file',
      'This file has no lessons (activities), so there is nothing to make a timetable of.',
    );
  await tx.execute(
    sql`delete from fet_files where institution_id = ${institutionId} and account_id = ${actor.accountId}`,
  );
  const [row] = await query<{ id: number }>(
    tx,
    sql`insert into fet_files (institution_id, file_name, problem, account_id)
      values (${institutionId}, ${fileName.slice(-200)}, ${JSON.stringify(file.problem)}::jsonb, ${actor.accountId}) returning id::int as id`,
  );
  await record(tx, actor, 'timetable.uploadFet', {
    institutionId,
    summary: `uploaded ${fileName}, a timetable of FET`,
    details: { fileId: row!.id, fileName },
  });
  return row!.id;
}
