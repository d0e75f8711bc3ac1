import { type StudentStatus, studentStatusLabels } from '../student-status.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { MovingStudent } from '../lock-student.ts';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db, type Tx, query } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';
import { idsIn, queryParam } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { visibleTo } from '../students.policy.ts';
import { students } from '../students.schema.ts';

/** The status changes, in menu order. */
export const moveKinds = [
  'admit',
  'lift',
  'suspend',
  'graduate',
  'withdraw',
  'transfer',
  'decease',
  'readmit',
] as const;
export type MoveKind = (typeof moveKinds)[number];

interface Move {
  from: readonly StudentStatus[];
  to: StudentStatus;
  /** The last part of its address. */
  path: string;
  /** Label in the menu and on the button. */
  label: string;
  /** 'withdrew': the verb in the audit log. */
  did: string;
  /** The reason to record if the form does not ask for one. */
  usually: string;
}

const gone = ['graduated', 'withdrawn', 'transferred'] as const;

export const studentMove: Record<MoveKind, Move> = {
  admit: { from: ['applicant'], to: 'active', path: 'admit', label: 'Admit', did: 'admitted', usually: 'Admitted' },
  lift: {
    from: ['suspended'],
    to: 'active',
    path: 'lift-suspension',
    label: 'Lift suspension',
    did: 'lifted the suspension of',
    usually: 'Suspension lifted',
  },
  suspend: {
    from: ['active'],
    to: 'suspended',
    path: 'suspend',
    label: 'Suspend',
    did: 'suspended',
    usually: 'Suspended',
  },
  graduate: {
    from: ['active'],
    to: 'graduated',
    path: 'graduate',
    label: 'Graduate',
    did: 'graduated',
    usually: 'Completed the programme',
  },
  withdraw: {
    from: ['applicant', 'active', 'suspended'],
    to: 'withdrawn',
    path: 'withdraw',
    label: 'Withdraw',
    did: 'withdrew',
    usually: 'Withdrawn',
  },
  transfer: {
    from: ['active', 'suspended'],
    to: 'transferred',
    path: 'transfer-out',
    label: 'Transfer out',
    did: 'transferred',
    usually: 'Transferred',
  },
  decease: {
    from: ['applicant', 'active', 'suspended', ...gone],
    to: 'deceased',
    path: 'deceased',
    label: 'Record death',
    did: 'recorded the death of',
    usually: 'Deceased',
  },
  readmit: {
    from: gone,
    to: 'active',
    path: 're-admit',
    label: 'Readmit',
    did: 'readmitted',
    usually: 'Readmitted',
  },
};

export const movesFrom = (status: StudentStatus): MoveKind[] =>
  moveKinds.filter((kind) => studentMove[kind].from.includes(status));

/** The move between two statuses, if there is one. */
export const moveBetween = (from: StudentStatus, to: StudentStatus): MoveKind | undefined =>
  movesFrom(from).find((kind) => studentMove[kind].to === to);

type Named = Pick<MovingStudent, 'firstName' | 'surname' | 'status'>;

/** Names every student who cannot make the move, so that the selection is corrected at once. */
export function refuseWrongStates(kind: MoveKind, chosen: MovingStudent[]) {
  const { from, to } = studentMove[kind];
  if (chosen.some((one) => one.institutionId !== chosen[0]!.institutionId))
    throw new ValidationError('studentIds', 'Choose students of one institution.');
  const wrong = chosen.filter((one) => !from.includes(one.status));
  if (wrong.length === 0) return;
  throw chosen.length === 1
    ? new ValidationError('status', cannotBecome(wrong, to))
    : new ValidationError('studentIds', `${cannotBecome(wrong, to)} Clear their selection, then try again.`);
}

/** 'Simi Ojo is withdrawn and cannot become graduated.' */
export function cannotBecome(students: Named[], to: StudentStatus): string {
  const word = (status: StudentStatus) => studentStatusLabels[status].toLowerCase();
  const named = students
    .slice(0, 3)
    .map((one) => `${one.firstName} ${one.surname} is ${one.status === to ? 'already ' : ''}${word(one.status)}`)
    .join(', ');
  const more = students.length > 3 ? `, with ${students.length - 3} more` : '';
  if (students.every(({ status }) => status === to)) return `${named}${more}.`;
  return `${named}${more && `${more},`} and can’t become ${word(to)}.`;
}

/** The moves after which a student no longer comes: they say what is owed first. */
export const asksAboutDebt = (kind: MoveKind): boolean =>
  kind === 'graduate' || kind === 'withdraw' || kind === 'transfer';

/** What leaving students of one institution owe; without access to fees, who owes and not how much. */
export interface LeavingDebts {
  currency: string;
  /** Minor units; null without access to fees. */
  total: number | null;
  students: { id: number; name: string; owed: number | null }[];
  /** What a form sends as `owedSeen` once the person has seen it: the total, or how many owe. */
  seen: string;
}

/** Ids of students as '4,17,23'. */
export const LeavingStudents = z.object({
  ids: queryParam(idsIn(500, 'Select the students again.')),
});

/** What these students owe; null if nothing. Of several institutions, that of the first: a move takes one. */
export async function leavingDebts(db: Db, actor: Actor, studentIds: readonly number[]): Promise<LeavingDebts | null> {
  if (studentIds.length === 0) return null;
  const rows = await debtsWhere(
    db,
    sql`${isOneOf(students.institutionId, institutionsWhere(actor, 'students.changeStatus'))}
      and ${isOneOf(students.id, studentIds)} and ${visibleTo(actor, students)}`,
  );
  const [first] = rows;
  return first ? shownTo(actor, first.institutionId, rows) : null;
}

/**
 * Refuses to let students leave before the person has seen what they owe now. The students are locked, so it doesn't
 * change any more. Returns what each owes, for the audit log.
 */
export async function refuseUnseenDebts(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  studentIds: readonly number[],
  owedSeen: string | null | undefined,
): Promise<Map<number, number>> {
  const rows = await debtsWhere(
    tx,
    sql`${students.institutionId} = ${institutionId} and ${isOneOf(students.id, studentIds)}`,
  );
  const debts = shownTo(actor, institutionId, rows);
  if (debts && owedSeen !== debts.seen) throw new ValidationError('owedSeen', question(debts, Boolean(owedSeen)));
  return new Map(rows.map(({ id, owed }) => [id, owed]));
}

/** 'Ngozi Okafor still owes ₦45,000.00. Tick the box to continue.' */
function question({ students: owing, total, currency }: LeavingDebts, isChanged: boolean): string {
  const who = owing.length === 1 ? owing[0]!.name : countOf(owing.length, 'student');
  const verb = owing.length === 1 ? 'owes' : 'owe';
  const what =
    total === null
      ? `${who} still ${verb} fees. Ask the bursar first`
      : `${who} still ${verb} ${formatMoney({ minor: total, currency })}`;
  return isChanged
    ? `${what}: this has just changed. Tick the box again to continue.`
    : `${what}. Tick the box to continue.`;
}

interface Debt {
  id: number;
  institutionId: number;
  name: string;
  owed: number;
}

/** From the balance that every other page shows. */
async function debtsWhere(db: Db, condition: SQL): Promise<Debt[]> {
  const rows = await query<Debt>(db)`select students.id, students.institution_id as "institutionId", b.owed,
      concat_ws(' ', students.first_name, students.middle_name, students.surname) as name
    from students join student_debts b on (b.institution_id, b.student_id) = (students.institution_id, students.id)
    where ${condition} order by students.institution_id, b.owed desc, students.id`;
  return rows.map((row) => ({ ...row, id: Number(row.id), owed: Number(row.owed) }));
}

function shownTo(actor: Actor, institutionId: number, rows: Debt[]): LeavingDebts | null {
  const owing = rows.filter((row) => row.institutionId === institutionId);
  if (owing.length === 0) return null;
  const seesAmounts = can(actor, 'fees.view', institutionId);
  const total = owing.reduce((sum, { owed }) => sum + owed, 0);
  return {
    currency: membershipIn(actor, institutionId)?.currency ?? 'NGN',
    total: seesAmounts ? total : null,
    students: owing.map(({ id, name, owed }) => ({ id, name, owed: seesAmounts ? owed : null })),
    seen: String(seesAmounts ? total : owing.length),
  };
}
