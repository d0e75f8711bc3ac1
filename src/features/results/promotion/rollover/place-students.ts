import { ValidationError } from '#kernel/errors.ts';
import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { staysIn, type Outcome } from '../outcomes.ts';
import type { SessionChoice } from '../promotion.access.ts';

/** How students are put into the batches of their next class. */
export const placings = {
  same_arm: 'The same arm as now',
  spread: 'By average, spread evenly',
  streamed: 'By average, best together',
} as const;
export type Placing = keyof typeof placings;

export interface StudentPlacement {
  studentId: number;
  /** The class that the student goes to, or stays in. */
  classId: number;
  arm: string;
  average: number | null;
  isRepeating: boolean;
  /** Chosen by hand. */
  chosen: number | null;
}

export interface NextBatch {
  id: number;
  classId: number;
  name: string;
  arm: string;
  capacity: number;
  taken: number;
  isClosed: boolean;
}

interface Place {
  className: (id: number) => string;
  session: string;
  /** The words of the institution: 'class arm', 'class arms'. */
  word: string;
  words: string;
}

/**
 * Puts students into the next session's batches: first whom somebody placed by hand, then the others as chosen. Those who
 * repeat keep their arm if there is one, else they go where most room is. Nobody is placed if anybody has no place: the
 * refusal names every batch that is missing, closed or full.
 */
export function placeStudents(
  students: readonly StudentPlacement[],
  batches: readonly NextBatch[],
  placing: Placing,
  place: Place,
): Map<number, number> {
  const seats = new Map<number, number>();
  const added = new Map<number, number>();
  const problems = new Set<string>();
  const seat = (studentId: number, batch: NextBatch) => {
    seats.set(studentId, batch.id);
    added.set(batch.id, (added.get(batch.id) ?? 0) + 1);
  };
  const room = (batch: NextBatch) => batch.capacity - batch.taken - (added.get(batch.id) ?? 0);
  for (const one of students.filter(({ chosen }) => chosen !== null)) {
    const batch = batches.find(({ id }) => id === one.chosen);
    if (batch && batch.classId === one.classId) seat(one.studentId, batch);
    else problems.add(`A ${place.word} chosen by hand no longer fits. Choose another one.`);
  }
  const others = Map.groupBy(
    students.filter(({ chosen }) => chosen === null),
    ({ classId }) => classId,
  );
  for (const [classId, coming] of others) {
    const open = batches.filter((batch) => batch.classId === classId && !batch.isClosed);
    if (open.length === 0) {
      const isThere = batches.some((batch) => batch.classId === classId);
      const name = place.className(classId);
      problems.add(
        isThere
          ? `All ${place.words} of ${name} in ${place.session} are closed.`
          : `${name} has no ${place.words} in ${place.session}.`,
      );
      continue;
    }
    const sameArm = (one: StudentPlacement) => open.find(({ arm }) => arm === one.arm);
    const roomiest = () => open.toSorted((a, b) => room(b) - room(a))[0]!;
    const repeating = coming.filter(({ isRepeating }) => isRepeating);
    const going = coming.filter(({ isRepeating }) => !isRepeating);
    if (placing === 'same_arm')
      for (const one of going) {
        const batch = sameArm(one);
        if (batch) seat(one.studentId, batch);
        else problems.add(missingArm(one, batches, place));
      }
    else if (placing === 'spread') spread(going, open, room, seat);
    else streamed(going, open, room, seat);
    for (const one of repeating) seat(one.studentId, sameArm(one) ?? roomiest());
  }
  for (const batch of batches) {
    const coming = added.get(batch.id) ?? 0;
    if (coming === 0) continue;
    const left = Math.max(0, batch.capacity - batch.taken);
    if (batch.isClosed) problems.add(`${batch.name} is closed.`);
    else if (coming > left)
      problems.add(
        left === 0
          ? `${batch.name} is full.`
          : `${batch.name} has ${left === 1 ? '1 seat' : `${left} seats`} left for ${coming} students.`,
      );
  }
  if (problems.size > 0) throw new ValidationError('form', [...problems, 'Nobody was moved.'].join(' '));
  return seats;
}

function missingArm(
  { classId, arm }: StudentPlacement,
  batches: readonly NextBatch[],
  { className, session, word }: Place,
): string {
  const closed = batches.find((batch) => batch.classId === classId && batch.arm === arm && batch.isClosed);
  return closed ? `${closed.name} is closed.` : `${className(classId)} has no ${word} “${arm}” in ${session}.`;
}

const bestFirst = (students: readonly StudentPlacement[]) =>
  students.toSorted((a, b) => (b.average ?? -1) - (a.average ?? -1) || a.studentId - b.studentId);

type Seat = (studentId: number, batch: NextBatch) => void;

/** Dealt to and fro: A B C C B A, leaving out what is full. */
function spread(
  going: readonly StudentPlacement[],
  open: NextBatch[],
  room: (batch: NextBatch) => number,
  seat: Seat,
): void {
  let at = 0;
  for (const { studentId } of bestFirst(going)) {
    const free = open.filter((batch) => room(batch) > 0);
    const from = free.length > 0 ? free : open;
    const turn = Math.floor(at / from.length) % 2;
    const place = at % from.length;
    seat(studentId, from[turn ? from.length - 1 - place : place]!);
    at += 1;
  }
}

/** The first batch is filled with the best, in even shares as far as there is room. */
function streamed(
  going: readonly StudentPlacement[],
  open: NextBatch[],
  room: (batch: NextBatch) => number,
  seat: Seat,
): void {
  const rest = bestFirst(going);
  open.forEach((batch, index) => {
    const after = open.slice(index + 1);
    const later = after.reduce((sum, one) => sum + Math.max(0, room(one)), 0);
    const fair = Math.ceil(rest.length / (open.length - index));
    // What finds no room in the later ones goes here, and shows as too many.
    const share = Math.max(Math.min(fair, Math.max(0, room(batch))), rest.length - later);
    for (const { studentId } of rest.splice(0, share)) seat(studentId, batch);
  });
}

/** An approved decision about a student who still is in the session. */
export interface StudentToPlace {
  studentId: number;
  enrolmentId: number;
  batchId: number;
  arm: string;
  classId: number;
  nextClassId: number | null;
  outcome: Outcome;
  average: number | null;
  designation: string | null;
  chosen: number | null;
}

/** The students among these who leave the school. */
export const leaving = (waiting: readonly StudentToPlace[]): number[] =>
  waiting.filter(({ outcome }) => staysIn(outcome) === 'leaves').map(({ studentId }) => studentId);

/** Student by student: decisions are new, and without statistics the planner would compare all with all. */
export const waitingDecisions = (
  db: Db,
  { institutionId, id: sessionId }: SessionChoice,
  classIds: readonly number[],
): Promise<StudentToPlace[]> =>
  query<StudentToPlace>(db)`with d as materialized (
      select * from promotion_decisions where institution_id = ${institutionId} and session_id = ${sessionId}
        and approved_at is not null and run_id is null)
    select d.student_id::bigint as "studentId", e.id::bigint as "enrolmentId", b.id::bigint as "batchId", b.arm,
      c.id::bigint as "classId", c.next_class_id::bigint as "nextClassId", d.outcome, d.average::float8 as average,
      d.designation, d.next_batch_id::bigint as chosen
    from d
    cross join lateral (select e.* from enrolments e where (e.institution_id, e.student_id) = (d.institution_id, d.student_id)
      and e.session_id + 0 = d.session_id and e.to_date is null offset 0) e
    join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    where c.id = any (${sql.param([...classIds])}::bigint[])
    order by d.student_id`;

/** The batches of a session, by class and arm, with the students in them. */
export const batchesOfSession = (db: Db, institutionId: number, sessionId: number): Promise<NextBatch[]> =>
  query<NextBatch>(db)`
    select b.id::bigint as id, b.class_id::bigint as "classId", b.name, b.arm, b.capacity, b.closed_at is not null as "isClosed",
      (select count(*)::int from students s where (s.institution_id, s.batch_id) = (b.institution_id, b.id)) as taken
    from batches b where b.institution_id = ${institutionId} and b.session_id = ${sessionId}
    order by b.class_id, b.arm, b.name, b.id`;
