import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { DecisionState, Outcome, ProposedOutcome } from '../outcomes.ts';
import { classesOf, rulesInForce, type Rule, type RuledClass } from '../rules/save-rule.ts';
import { figuresOf } from './figures.queries.ts';
import { propose, type Proposal, type Figures } from './propose.ts';
import { candidateFigures } from '#features/results/transcripts/graduation/candidates.queries.ts';
import { countOf } from '#ui/format.ts';

/** A student of a session and what follows it. */
export interface StudentProposal extends Proposal {
  studentId: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  number: string;
  batchId: number;
  batch: string;
  classId: number;
  outcome: Outcome | 'undecided';
  state: DecisionState;
  designation: string | null;
  note: string | null;
  nextBatchId: number | null;
  ruleId: number | null;
}

interface Kept extends Omit<StudentProposal, 'state' | 'outcome' | 'proposed' | 'reasons' | 'average'> {
  arm: string;
  isOpen: boolean;
  outcome: Outcome | null;
  proposed: ProposedOutcome | null;
  reasons: string[] | null;
  average: string | null;
  isApproved: boolean;
  isDone: boolean;
  /** With which the student left the session's batch. */
  ended: string | null;
}

interface SessionOfClasses {
  institutionId: number;
  sessionId: number;
  /** All of them unless given. */
  classIds?: readonly number[];
}

interface Proposals {
  classes: Map<number, RuledClass>;
  rules: Map<number | null, Rule>;
  students: StudentProposal[];
}

/**
 * What follows a session for every student who is in it: the decision where there is one, else what the rule of the
 * class proposes now. Several steps: for a snapshot or a write.
 */
export async function proposalsOf(db: Db, asked: SessionOfClasses): Promise<Proposals> {
  const { institutionId, sessionId } = asked;
  const classes = new Map((await classesOf(db, institutionId)).map((one) => [one.id, one]));
  const rules = await rulesInForce(db, institutionId);
  const last = await lastTermOf(db, institutionId, sessionId);
  const members = await membersOf(db, asked);
  const open = members.filter(({ isApproved }) => !isApproved).map(({ studentId }) => studentId);
  const asksAttendance = [...rules.values()].some(
    ({ content: { promote, onTrial } }) => (promote.attendanceAtLeast ?? onTrial?.attendanceAtLeast ?? null) !== null,
  );
  const figures = await figuresOf(
    db,
    { institutionId, sessionId, studentIds: open },
    { lastPosition: last?.position ?? null, asksAttendance },
  );
  const proposed = members
    .filter(({ isApproved }) => !isApproved)
    .map(({ studentId, classId }) => {
      const ofClass = classes.get(classId)!;
      const own = figures.get(studentId) ?? null;
      const rule = rules.get(classId) ?? rules.get(null) ?? null;
      const isLast = ofClass.nextClassId === null;
      const proposal = propose(own, { rule, className: ofClass.name, isLast, lastTerm: last?.name ?? null });
      return { studentId, ofClass, figures: own, proposal };
    });
  await judgeByProgram(db, institutionId, proposed);
  const proposals = new Map(proposed.map(({ studentId, proposal }) => [studentId, proposal]));
  const students = members.map((member): StudentProposal => {
    const { isOpen, isApproved, isDone, ended, outcome, reasons, average, arm: _, ...kept } = member;
    const rule = rules.get(member.classId) ?? rules.get(null) ?? null;
    if (isApproved)
      return {
        ...kept,
        outcome: outcome!,
        proposed: kept.proposed!,
        reasons: reasons ?? [],
        average,
        state: isDone ? 'done' : isOpen ? 'approved' : 'left',
      };
    const now = proposals.get(member.studentId)!;
    // Without a reason only the next batch was chosen.
    const isChanged = outcome !== null && member.note !== null;
    const ruleId = rule?.id ?? null;
    if (!isOpen)
      return { ...kept, ...now, outcome: outcomeOfEnrolment[ended ?? ''] ?? 'undecided', state: 'left', ruleId };
    const state = isChanged ? 'changed' : 'proposed';
    return { ...kept, ...now, outcome: isChanged ? outcome : now.proposed, state, ruleId };
  });
  return { classes, rules, students };
}

/** Of those who were moved outside a promotion. */
const outcomeOfEnrolment: Partial<Record<string, Outcome>> = {
  promoted: 'promoted',
  on_trial: 'on_trial',
  repeated: 'repeat',
  graduated: 'graduated',
};

async function lastTermOf(db: Db, institutionId: number, sessionId: number) {
  const [row] = await query<{ name: string; position: number }>(db)`
    select name, position from terms where institution_id = ${institutionId} and session_id = ${sessionId}
      order by position desc limit 1`;
  return row ?? null;
}

/** The students of a session by class, batch and name: in the last batch of each, without those who left in it. */
const membersOf = (db: Db, { institutionId, sessionId, classIds }: SessionOfClasses): Promise<Kept[]> =>
  query<Kept>(db)`
    select s.id::bigint as "studentId", s.surname, s.first_name as "firstName", s.middle_name as "middleName",
      s.admission_number as number, b.id::bigint as "batchId", b.name as batch, b.class_id::bigint as "classId", b.arm,
      e.to_date is null as "isOpen", e.outcome as ended, d.outcome, d.proposed, d.reasons, d.average::text as average,
      coalesce(d.designation, r.designation) as designation, d.note, d.next_batch_id::bigint as "nextBatchId",
      d.rule_id::bigint as "ruleId", d.approved_at is not null as "isApproved", d.run_id is not null as "isDone"
    from enrolments e
    join students s on (s.institution_id, s.id) = (e.institution_id, e.student_id) and s.merged_into_id is null
    join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    left join promotion_decisions d on (d.institution_id, d.session_id, d.student_id)
      = (e.institution_id, e.session_id, e.student_id)
    left join result_summaries r on (r.institution_id, r.student_id) = (e.institution_id, e.student_id)
    where e.institution_id = ${institutionId} and e.session_id = ${sessionId}
      ${classIds ? sql`and b.class_id = any (${sql.param([...classIds])}::bigint[])` : sql``}
      and (coalesce(e.outcome, '') not in ('withdrawn', 'transferred', 'deceased') or d.run_id is not null)
      and not exists (select from enrolments l where (l.institution_id, l.student_id, l.session_id)
        = (e.institution_id, e.student_id, e.session_id) and (l.from_date, l.id) > (e.from_date, e.id))
    order by c.position, c.id, b.name, s.sort_name, s.id`;

interface ByProgramProposed {
  studentId: number;
  ofClass: RuledClass;
  figures: Figures | null;
  proposal: Proposal;
}

/**
 * Adds what the program of a college asks to the rule of the class: graduates have no courses or units outstanding, and
 * too many terms on probation end in withdrawal. Reads the whole record only of students for whom this can matter.
 */
async function judgeByProgram(db: Db, institutionId: number, all: readonly ByProgramProposed[]): Promise<void> {
  const concerned = all.filter(isConcerned);
  if (concerned.length === 0) return;
  const ids = concerned.map(({ studentId }) => studentId);
  const found = await candidateFigures(db, institutionId, ids);
  for (const { studentId, proposal } of concerned) {
    const { rule, figures, readiness } = found.get(studentId)!;
    const { below, withdrawalAfter, isAbove } = rule.probation ?? { below: 0, withdrawalAfter: null };
    if (figures.terms.at(-1)?.academicStanding === 'withdrawal')
      Object.assign(proposal, {
        proposed: 'withdrawn',
        reasons: [
          `CGPA ${isAbove ? 'above' : 'below'} ${(below / 100).toFixed(2)} at the end of ${countOf(withdrawalAfter ?? 1, 'term')} in a row.`,
        ],
      });
    else if (proposal.proposed === 'graduated' && !readiness.isReady)
      Object.assign(proposal, { proposed: 'repeat', reasons: readiness.reasons.map((reason) => `${reason}.`) });
  }
}

const isConcerned = ({ ofClass, figures, proposal }: ByProgramProposed): boolean =>
  figures?.system === 'gpa' &&
  proposal.proposed !== 'undecided' &&
  (proposal.proposed === 'graduated' ||
    (ofClass.probationBelow !== null &&
      proposal.average !== null &&
      // Rounded: the exact figures decide.
      (figures.isLowBest || Math.round(Number(proposal.average) * 100) <= ofClass.probationBelow)));
