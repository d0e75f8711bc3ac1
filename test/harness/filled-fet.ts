import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** A draft with a search for its timetable, and a file of FET that waits for its names. */
export async function fillFet(tx: Tx, institutionId: number, surname: string): Promise<void> {
  await tx.execute(sql`
    with draft as (insert into timetables (institution_id, session_id, name)
      select ${institutionId}, min(id), ${surname} from academic_sessions where institution_id = ${institutionId} and closed_at is null
      returning institution_id, id)
    insert into fet_runs (institution_id, timetable_id, source, state, minutes, revision)
    select institution_id, id, 'engine', 'done', 5, 1 from draft`);
  const problem = { version: '6.8.5', mode: 'Official', name: surname, comments: '', days: ['Monday'], hours: ['1'] };
  const lists = { subjects: [], tags: [], teachers: [], years: [], rooms: [], activities: [], time: [], space: [] };
  await tx.execute(sql`insert into fet_files (institution_id, file_name, problem)
    values (${institutionId}, ${surname}, ${JSON.stringify({ ...problem, ...lists })}::jsonb)`);
}
