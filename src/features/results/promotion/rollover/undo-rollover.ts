import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, orNotFound } from '#kernel/errors.ts';
import { id, line } from '#kernel/schemas.ts';
import { retractTeacherNotice } from '#features/school/structure/batches/notify-class-teachers.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { lockSeats } from '#features/people/students/moves/assign-batch.ts';
import { countOf } from '#ui/format.ts';
import { institutionsOfPromotion, lockSessionOfPromotion } from '../promotion.access.ts';
import { noticeOf } from './carry-out.ts';

export const UndoRollover = z.object({ runId: id, reason: line(300, 'The reason') });

interface Run {
  institutionId: number;
  id: number;
  sessionId: number;
  toSessionId: number;
  toSession: string;
  createdAt: string;
  isUndone: boolean;
  moveIds: number[];
}

interface MovedStudent {
  studentId: number;
  name: string;
  from: number;
  to: number | null;
  closed: number;
  opened: number | null;
}

/** Undoes a whole run: everybody is where they were. Refused once the new session has anything that hangs on it. */
export async function undoRollover(
  tx: Tx,
  actor: Actor,
  personalData: PersonalDataRegistry,
  { runId, reason }: z.output<typeof UndoRollover>,
): Promise<{ students: number; sessionId: number; classIds: number[] }> {
  const found = await findRun(tx, actor, runId);
  const session = await lockSessionOfPromotion(tx, actor, found.sessionId);
  allow(actor, 'students.changeStatus', session.institutionId);
  allow(actor, 'students.assignBatch', session.institutionId);
  const run = await findRun(tx, actor, runId);
  if (run.isUndone) throw new Conflict('This has already been undone.');
  if (session.isClosed) throw new Conflict(`${session.name} is closed. Reopen the session first.`);
  const { institutionId } = run;
  const moved = await movedBy(tx, run);
  await lockSeats(tx, institutionId, [...moved.map(({ from }) => from), ...moved.flatMap(({ to }) => to ?? [])]);
  await lockStudents(
    tx,
    actor,
    moved.map(({ studentId }) => studentId),
  );
  const why = await rolloverBlockers(tx, personalData, run, moved);
  if (why) throw new Conflict(why);
  await putBack(tx, run, moved);
  await tx.execute(sql`update promotion_runs set undone_at = now(), undone_by = ${actor.accountId}::bigint,
    undo_reason = ${reason} where institution_id = ${institutionId} and id = ${runId}`);
  await record(tx, actor, 'promotion.undo', {
    institutionId,
    summary: `undid the promotion of ${countOf(moved.length, 'student')} of ${session.name}`,
    subject: { type: 'session', id: session.id },
    details: { run: runId, reason, students: moved.length },
  });
  for (const batchId of new Set(moved.flatMap(({ to }) => to ?? [])))
    await retractTeacherNotice(tx, actor, {
      institutionId,
      batchId,
      kind: 'promotion.undone',
      subject: noticeOf(runId, batchId),
      title: `The promotion of students of ${session.name} was undone`,
    });
  const classes = await query<{ id: number }>(tx)`
    select distinct class_id::bigint as id from batches where institution_id = ${institutionId}
      and id = any (${sql.param(moved.map(({ from }) => from))}::bigint[])`;
  return { students: moved.length, sessionId: session.id, classIds: classes.map((one) => one.id) };
}

async function findRun(tx: Tx, actor: Actor, runId: number): Promise<Run> {
  const [run] = await query<Run>(tx)`
    select r.institution_id as "institutionId", r.id::bigint as id, r.session_id::bigint as "sessionId",
      r.to_session_id::bigint as "toSessionId", y.name as "toSession", r.created_at::text as "createdAt",
      r.undone_at is not null as "isUndone", r.move_ids::bigint[] as "moveIds"
    from promotion_runs r join academic_sessions y on (y.institution_id, y.id) = (r.institution_id, r.to_session_id)
    where r.institution_id = any (${sql.param(institutionsOfPromotion(actor))}::int[]) and r.id = ${runId}`;
  return orNotFound(run, 'promotion');
}

const movedBy = (tx: Tx, { institutionId, id: runId }: Run): Promise<MovedStudent[]> =>
  query<MovedStudent>(tx)`select d.student_id::bigint as "studentId", s.first_name || ' ' || s.surname as name,
      d.closed_enrolment_id::bigint as closed, d.opened_enrolment_id::bigint as opened, c.batch_id::bigint as "from",
      o.batch_id::bigint as "to"
    from promotion_decisions d
    join students s on (s.institution_id, s.id) = (d.institution_id, d.student_id)
    join enrolments c on (c.institution_id, c.id) = (d.institution_id, d.closed_enrolment_id)
    left join enrolments o on (o.institution_id, o.id) = (d.institution_id, d.opened_enrolment_id)
    where d.institution_id = ${institutionId} and d.run_id = ${runId} order by d.student_id`;

/**
 * Why a run can't be undone any more; null if it can. The declarations of the tables that lead to a student and a session
 * say what stands in the way in the new session; a student who has moved since is for a person to decide about.
 */
async function rolloverBlockers(
  tx: Tx,
  personalData: PersonalDataRegistry,
  run: Run,
  moved: MovedStudent[],
): Promise<string | null> {
  const { institutionId, toSessionId, toSession, createdAt, moveIds } = run;
  const ids = sql.param(moved.map(({ studentId }) => studentId));
  const namesOf = (found: readonly { id: number }[]) => {
    const all = new Set(found.map(({ id }) => id));
    return moved.filter(({ studentId }) => all.has(studentId)).map(({ name }) => name);
  };
  const place = { institutionId, sessionId: toSessionId, since: createdAt };
  const declared = personalData
    .tablesOf('student')
    .flatMap(({ table, inSession }) => (inSession && 'stands' in inSession ? [{ table, ...inSession }] : []));
  const obstacles = await query<{ at: number; id: number }>(
    tx,
    sql.join(
      declared.map(
        ({ table, stands }, at) => sql`select ${at}::int as at, t.student_id as id from ${sql.identifier(table)} t
          where t.institution_id = ${institutionId} and t.student_id = any (${ids}::bigint[]) and ${stands(place)}`,
      ),
      sql` union `,
    ),
  );
  const first = Math.min(...obstacles.map(({ at }) => at));
  const found = declared[first];
  if (found) {
    const { one, many, advice } = found;
    return said(
      namesOf(obstacles.filter(({ at }) => at === first)),
      `${many} ${toSession}${advice?.many ?? ''}`,
      `${one} ${toSession}${advice?.one ?? ''}`,
    );
  }
  const elsewhere = await query<{ id: number }>(tx)`
    select d.student_id::bigint as id from promotion_decisions d
    join students s on (s.institution_id, s.id) = (d.institution_id, d.student_id)
    where d.institution_id = ${institutionId} and d.run_id = ${run.id} and (s.anonymised_at is not null or case
      when d.opened_enrolment_id is null then s.batch_id is not null or s.status <> d.outcome or exists (
        select from student_moves m where (m.institution_id, m.student_id) = (d.institution_id, d.student_id)
          and m.undone_at is null and m.id > all (${sql.param(moveIds)}::bigint[]))
      else not exists (select from enrolments e where (e.institution_id, e.id) = (d.institution_id, d.opened_enrolment_id)
        and e.to_date is null) end)`;
  if (elsewhere.length > 0) return said(namesOf(elsewhere), 'have moved since', 'has moved since');
  return null;
}

function said(names: string[], many: string, one: string): string {
  const [first] = names;
  if (names.length === 1) return `${first} ${one}. This can no longer be undone as a whole.`;
  return `${countOf(names.length, 'student')} ${many}, ${first} among them. This can no longer be undone as a whole.`;
}

async function putBack(tx: Tx, { institutionId, id: runId, moveIds }: Run, moved: MovedStudent[]): Promise<void> {
  const opened = sql.param(moved.flatMap((one) => one.opened ?? []));
  await tx.execute(
    sql`delete from enrolments where institution_id = ${institutionId} and id = any (${opened}::bigint[])`,
  );
  await tx.execute(sql`update enrolments set to_date = null, outcome = null where institution_id = ${institutionId}
    and id = any (${sql.param(moved.map(({ closed }) => closed))}::bigint[])`);
  await tx.execute(sql`
    update students s set batch_id = n."from", status = coalesce(m.from_status, s.status), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as n ("studentId" bigint, "from" bigint)
    left join student_moves m on m.institution_id = ${institutionId} and m.student_id = n."studentId"
      and m.id = any (${sql.param(moveIds)}::bigint[])
    where s.institution_id = ${institutionId} and s.id = n."studentId"`);
  await tx.execute(sql`update student_moves set undone_at = now() where institution_id = ${institutionId}
    and id = any (${sql.param(moveIds)}::bigint[])`);
  await tx.execute(sql`update promotion_decisions set run_id = null, closed_enrolment_id = null, opened_enrolment_id = null
    where institution_id = ${institutionId} and run_id = ${runId}`);
}
