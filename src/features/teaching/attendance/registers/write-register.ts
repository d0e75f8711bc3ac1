import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { runWithCommit } from '#kernel/database/transaction.ts';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { present, sameMark, type Mark } from '../marks/mark.ts';
import { markIn, type TakenRegister } from './register-page.queries.ts';
import { isAttended, sittingName, type MarkKind } from '../mark-kinds.ts';
import type { RegisterPlace } from './place.queries.ts';

export interface ChangedMark {
  studentId: number;
  /** Null: was not called before. */
  before: Mark | null;
  after: Mark;
}

interface Change {
  changes: ChangedMark[];
  /** Of a correction after the day; empty: none was needed. */
  reason: string;
  markedAt: Date;
}

/** Writes changed marks of a register that is locked, with the totals and the corrections, together with the commit. */
export function writeRegister(
  tx: Tx,
  actor: Actor,
  place: RegisterPlace,
  register: TakenRegister,
  { changes, reason, markedAt }: Change,
): void {
  if (changes.length === 0) return;
  const { institutionId } = place;
  const of = { institutionId, registerId: register.id };
  const isCorrection = place.onDate < place.today && changes.some(({ before }) => before !== null);
  const counts = countMarks(register, changes);
  const statements = [
    updateRegister(of, register, changes, counts),
    ...upsertMarks(of, place, actor, changes, { register, markedAt }),
    addTotals(place, changes),
    ...(isCorrection ? [addCorrections(of, actor, changes, reason)] : []),
  ];
  for (const statement of statements) runWithCommit(tx, () => query(tx, statement));
  const entry = {
    institutionId,
    summary: summaryOf(place, register, changes, counts),
    subject: { type: 'batch', id: place.batchId },
    details: {
      day: place.onDate,
      register: register.id,
      marks: changes.length,
      ...(isCorrection && { reason }),
    },
  };
  runWithCommit(tx, () =>
    record(tx, actor, register.roll.length === 0 ? 'attendance.take' : 'attendance.change', entry),
  );
}

type Counts = Record<'called' | 'absent' | 'late' | 'attended', number>;

function countMarks(register: TakenRegister, changes: ChangedMark[]): Counts {
  const after = new Map(changes.map((one) => [one.studentId, one.after]));
  const all = new Set([...register.roll, ...after.keys()]);
  const counts = { called: all.size, absent: 0, late: 0, attended: 0 };
  for (const id of all) {
    const { kind } = after.get(id) ?? markIn(register, id)!;
    if (isAttended(kind)) counts.attended += 1;
    if (kind === 'late') counts.late += 1;
  }
  counts.absent = counts.called - counts.attended;
  return counts;
}

interface Of {
  institutionId: number;
  registerId: number;
}

function updateRegister(
  { institutionId, registerId }: Of,
  register: TakenRegister,
  changes: ChangedMark[],
  counts: Counts,
) {
  const added = changes.flatMap(({ studentId, before }) => (before === null ? studentId : []));
  return sql`update attendance_registers r set roll = r.roll || ${sql.param(added)}::bigint[], absent_count = ${counts.absent},
      late_count = ${counts.late}, changed_at = now()
    where r.institution_id = ${institutionId} and r.id = ${registerId}`;
}

/** Rows for what differs from "present", and for students who were marked before: the row says who changed the mark. */
function upsertMarks(
  { institutionId, registerId }: Of,
  { onDate }: RegisterPlace,
  actor: Actor,
  changes: ChangedMark[],
  { register, markedAt }: { register: TakenRegister; markedAt: Date },
): SQL[] {
  const kept = changes.filter(
    ({ before, after }) => before !== null || !sameMark(after, present) || register.roll.length > 0,
  );
  if (kept.length === 0) return [];
  const of = <Key extends keyof Mark>(key: Key) => sql.param(kept.map(({ after }) => after[key]));
  return [
    sql`insert into attendance_marks as m (institution_id, register_id, student_id, on_date, kind, code_id, minutes, left_at, remark, marked_by, marked_at)
      select ${institutionId}::int, ${registerId}::bigint, u.student_id, ${onDate}::date, u.kind, u.code_id, u.minutes, u.left_at, u.remark,
        ${actor.accountId}, ${markedAt.toISOString()}::timestamptz
      from unnest(${sql.param(kept.map(({ studentId }) => studentId))}::bigint[], ${of('kind')}::text[], ${of('codeId')}::bigint[],
        ${of('minutes')}::smallint[], ${of('leftAt')}::time[], ${of('remark')}::text[]) u (student_id, kind, code_id, minutes, left_at, remark)
      on conflict (institution_id, register_id, student_id) do update set kind = excluded.kind, code_id = excluded.code_id,
        minutes = excluded.minutes, left_at = excluded.left_at, remark = excluded.remark, marked_by = excluded.marked_by,
        marked_at = excluded.marked_at`,
  ];
}

function addCorrections({ institutionId, registerId }: Of, actor: Actor, changes: ChangedMark[], reason: string): SQL {
  const corrected = changes.filter(({ before }) => before !== null);
  const texts = (key: 'before' | 'after') => sql.param(corrected.map((one) => JSON.stringify(one[key])));
  return sql`insert into attendance_corrections (institution_id, register_id, student_id, before, after, reason, account_id)
    select ${institutionId}::int, ${registerId}::bigint, u.student_id, u.before::jsonb, u.after::jsonb, ${reason}, ${actor.accountId}::bigint
    from unnest(${sql.param(corrected.map(({ studentId }) => studentId))}::bigint[], ${texts('before')}::text[], ${texts('after')}::text[])
      u (student_id, before, after)`;
}

function summaryOf(place: RegisterPlace, register: TakenRegister, changes: ChangedMark[], counts: Counts): string {
  const { batch, course, onDate, sitting } = place;
  const which = `the register of ${batch}${course ? `, ${course}` : ''}, ${formatDay(onDate)}, ${sittingName(sitting).toLowerCase()}`;
  if (register.roll.length === 0) return `took ${which}: ${counts.attended} present, ${counts.absent} absent`;
  return `changed ${changes.length === 1 ? 'a mark' : `${changes.length} marks`} in ${which}`;
}

const counted = ['called', 'attended', 'late', 'absent', 'sick', 'excused', 'suspended'] as const;
type Counted = (typeof counted)[number];

/** What a mark adds to each total. */
function sharesOf(kind: MarkKind | undefined): Record<Counted, number> {
  const shares = { called: 0, attended: 0, late: 0, absent: 0, sick: 0, excused: 0, suspended: 0 };
  if (!kind) return shares;
  shares.called = 1;
  if (isAttended(kind)) shares.attended = 1;
  if (kind !== 'present' && kind !== 'excursion') shares[kind] = 1;
  return shares;
}

/** In the order of the students' ids, so that two registers that share students never wait for each other in a circle. */
function addTotals({ institutionId, termId, offeringId }: RegisterPlace, changes: ChangedMark[]): SQL {
  const sorted = changes.toSorted((one, other) => one.studentId - other.studentId);
  const differences = sorted.map(({ before, after }) => {
    const [was, is] = [sharesOf(before?.kind), sharesOf(after.kind)];
    return Object.fromEntries(counted.map((name) => [name, is[name] - was[name]])) as Record<Counted, number>;
  });
  const columns = sql.raw(counted.join(', '));
  const ids = sql`${sql.param(sorted.map(({ studentId }) => studentId))}::bigint[]`;
  const arrays = sql.join(
    counted.map((name) => sql`${sql.param(differences.map((one) => one[name]))}::int[]`),
    sql`, `,
  );
  // An insert checks its own row before it conflicts, and a difference may be negative: rows come first.
  return sql`with sent as (select * from unnest(${ids}, ${arrays}) u (student_id, ${columns})),
    missing as (
      insert into attendance_totals (institution_id, term_id, student_id, offering_id, ${columns})
      select ${institutionId}::int, ${termId}::bigint, s.student_id, ${offeringId ?? 0}::bigint, ${sql.raw(counted.map((name) => `s.${name}`).join(', '))}
      from sent s where s.called = 1 order by s.student_id
      on conflict (institution_id, term_id, student_id, offering_id) do update set
        ${sql.raw(counted.map((name) => `${name} = attendance_totals.${name} + excluded.${name}`).join(', '))}
      returning 1)
    update attendance_totals t set ${sql.raw(counted.map((name) => `${name} = t.${name} + s.${name}`).join(', '))}
    from sent s where s.called = 0 and t.institution_id = ${institutionId} and t.term_id = ${termId}
      and t.student_id = s.student_id and t.offering_id = ${offeringId ?? 0}`;
}
