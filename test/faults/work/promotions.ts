import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { propsOf, type Answer, type Clerk } from '#test/faults/clerk.ts';
import { again, pause, type Desk } from './desk.ts';

export interface EndOfSession {
  ownerUrl: string;
  sessionId: number;
  classId: number;
  /** Reasons of decisions that were carried out already, and are to be undone or made anew. */
  carriedOut: Set<string>;
}

/** A class of twelve that nobody else moves, still in the session before the current one. */
export const openPromotion = (ownerUrl: string, institutionId: number): Promise<EndOfSession> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ session: number; class: number }>(
      `with past as (
         update academic_sessions set closed_at = null where institution_id = $1 and id = (
           select id from academic_sessions where institution_id = $1 and not is_current order by starts_on desc limit 1)
         returning id, starts_on),
       program as (insert into programs (institution_id, code, name) values ($1, 'FLT', 'Faults') returning id),
       later as (insert into classes (institution_id, program_id, name, position) select $1, id, 'Fault 2', 2 from program returning id),
       class as (insert into classes (institution_id, program_id, name, position, next_class_id)
         select $1, program.id, 'Fault 1', 1, later.id from program, later returning id),
       next as (insert into batches (institution_id, class_id, session_id, arm, name, capacity)
         select $1, later.id, y.id, 'A', 'Fault 2 A', 40 from later, academic_sessions y
         where y.institution_id = $1 and y.is_current returning id),
       batch as (insert into batches (institution_id, class_id, session_id, arm, name, capacity)
         select $1, class.id, past.id, 'A', 'Fault 1 A', 40 from class, past, next returning id),
       student as (insert into students (institution_id, admission_number, surname, first_name, batch_id)
         select $1, 'PROMOTED/' || n, 'Promoting', 'Student', batch.id from batch, generate_series(1, 12) n returning id),
       enrolment as (insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
         select $1, student.id, batch.id, past.id, past.starts_on from student, batch, past returning id)
       select past.id::int as session, class.id::int as class from past, class where exists (select from enrolment)`,
      [institutionId],
    );
    const { session: sessionId, class: classId } = rows[0]!;
    return { ownerUrl, sessionId, classId, carriedOut: new Set() };
  });

interface ClassPage {
  students: { studentId: number; state: string; note: string | null }[];
}

/**
 * A registrar decides about the class and asks, the principal approves, the registrar carries it out, undoes it and begins
 * again. What comes next is read from the page, as a person does after a fault.
 */
export async function promoteAndUndo(end: EndOfSession, principal: Clerk, desk: Desk): Promise<void> {
  const { clerk, notes, prefix, isOver } = desk;
  const { sessionId, classId, carriedOut } = end;
  const form = { sessionId, classIds: [classId] };
  for (let turn = 1; !isOver(); turn += 1) {
    const page = propsOf<ClassPage>(await clerk.get(`/promotion/class?session=${sessionId}&class=${classId}`));
    if (!page) {
      await wait(200);
      continue;
    }
    const studentIds = page.students.map(({ studentId }) => studentId);
    const [{ state, note }] = page.students as [ClassPage['students'][number]];
    const mark = `${prefix}-PRO-${turn}`;
    let answer: Answer;
    if (state === 'done') {
      carriedOut.add(note!);
      answer = await clerk.sure('/promotion/undo', { runId: await lastRun(end), reason: mark });
      notes.note('promotion undo', mark, answer);
    } else if (state === 'approved' && !carriedOut.has(note!)) {
      const key = randomUUID();
      const carry = { ...form, placing: 'same_arm' };
      answer = await again(isOver, () => clerk.sure('/promotion/carry-out', carry, key));
      // What is refused now may be carried out in another round.
      if (answer.status === 303 && notes.note('promotion', note!, answer)) carriedOut.add(note!);
    } else if (state === 'approved')
      answer = await clerk.post('/promotion/withdraw-approval', { ...form, reason: mark });
    else if (state === 'changed' && !carriedOut.has(note!)) answer = await askAndApprove(end, principal, desk, form);
    else {
      const decision = { sessionId, classId, studentIds, outcome: 'promoted', nextBatchId: '', reason: mark };
      answer = await clerk.post('/promotion/decisions', decision);
      notes.note('promotion decision', mark, answer);
    }
    if (![200, 303].includes(answer.status)) await pause(answer);
  }
}

async function askAndApprove({ ownerUrl }: EndOfSession, principal: Clerk, { clerk }: Desk, form: object) {
  const asked = await clerk.sure('/promotion/approval', form);
  const id = await idIn(
    ownerUrl,
    `select max(id) as id from approvals where kind = 'promotion.approve' and outcome is null`,
  );
  return id === null ? asked : principal.sure(`/approvals/${id}/approve`);
}

const lastRun = ({ ownerUrl, sessionId }: EndOfSession) =>
  idIn(ownerUrl, `select max(id) as id from promotion_runs where session_id = ${sessionId} and account_id is not null`);

const idIn = (ownerUrl: string, query: string): Promise<number | null> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string | null }>(query);
    return rows[0]?.id ? Number(rows[0].id) : null;
  }).catch(() => null);
