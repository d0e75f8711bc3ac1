import { can, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Code } from '../marks/mark-fields.ts';
import { type Mark, present } from '../marks/mark.ts';
import { codesOf } from '../setup/add-code.ts';
import { closedReason, findPlace, mayChange, mayTake, type RegisterKey, type RegisterPlace } from './place.queries.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { MarkKind } from '../mark-kinds.ts';

export interface SheetRow extends RollStudent {
  /** What stands in the register; null: not called yet. */
  mark: Mark | null;
  /** In the register, but not in the batch any more. */
  isFormer: boolean;
}

export interface RegisterSheet {
  place: RegisterPlace;
  rows: SheetRow[];
  codes: Code[];
  taken: Pick<TakenRegister, 'takenBy' | 'takenAt' | 'changedAt'> | null;
  corrections: Correction[];
  /** Why nobody, or only others, can change it; null if the reader can. */
  closed: string | null;
  /** Marks that exist are corrected with a reason: the day has passed. */
  needsReason: boolean;
}

/** One register with everybody who is called. */
export async function registerSheet(db: Db, actor: Actor, key: RegisterKey): Promise<RegisterSheet> {
  const place = await findPlace(db, actor, key);
  const [roll, taken, codes, corrections] = await Promise.all([
    rollOf(db, place),
    takenRegister(db, place),
    codesOf(db, place.institutionId),
    correctionsOf(db, place),
  ]);
  const here = new Set(roll.map(({ id }) => id));
  const gone = (taken?.roll ?? []).filter((id) => !here.has(id));
  const former = gone.length > 0 ? await rollOf(db, place, gone) : [];
  const row = (isFormer: boolean) => (one: RollStudent) => ({ ...one, mark: markIn(taken, one.id), isFormer });
  const rows = [...roll.map(row(false)), ...former.map(row(true))];
  return {
    place,
    rows,
    codes,
    corrections,
    taken: taken && { takenBy: taken.takenBy, takenAt: taken.takenAt, changedAt: taken.changedAt },
    closed: closedFor(actor, place),
    needsReason: place.onDate < place.today,
  };
}

function closedFor(actor: Actor, place: RegisterPlace): string | null {
  const closed = closedReason(place);
  if (closed) return closed;
  if (mayChange(actor, place)) return null;
  return mayTake(actor, place) || can(actor, 'attendance.correct', place.institutionId)
    ? 'This register can no longer be changed by teachers. Ask the office to correct it.'
    : 'You can view this register. Its class teacher takes it.';
}

export interface Correction {
  id: number;
  studentId: number;
  before: Mark | null;
  after: Mark | null;
  reason: string;
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

const mostShown = 200;

/** Changes of a register after its day, the latest first. */
const correctionsOf = (db: Db, place: RegisterPlace): Promise<Correction[]> =>
  query<Correction>(db)`
    select c.id::bigint as id, c.student_id::bigint as "studentId", c.before, c.after, c.reason, a.name as by,
        floor(extract(epoch from c.created_at) * 1000)::float8 as at
      from attendance_registers r
      join attendance_corrections c on (c.institution_id, c.register_id) = (r.institution_id, r.id)
      left join accounts a on a.id = c.account_id
      where r.institution_id = ${place.institutionId} and r.batch_id = ${place.batchId} and r.on_date = ${place.onDate}::date
        and r.sitting = ${place.sitting} and r.offering_id is not distinct from ${place.offeringId}::bigint
      order by c.id desc limit ${mostShown}`;

/** A register as it was taken. */
export interface TakenRegister {
  id: number;
  roll: number[];
  takenBy: string | null;
  /** Milliseconds since 1970. */
  takenAt: number;
  changedAt: number;
  marks: StoredMark[];
}

interface StoredMark extends Mark {
  studentId: number;
  markedBy: string | null;
  markedAt: number;
}

type Place = Pick<RegisterPlace, 'institutionId' | 'batchId' | 'onDate' | 'sitting' | 'offeringId'>;

const millis = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);

/** The register with its marks, or null if it was not taken. `lock`: others who write wait. */
export async function takenRegister(db: Db, place: Place, { lock = false } = {}): Promise<TakenRegister | null> {
  const { institutionId, batchId, onDate, sitting, offeringId } = place;
  const isIt = sql`r.institution_id = ${institutionId} and r.batch_id = ${batchId} and r.on_date = ${onDate}::date
    and r.sitting = ${sitting} and r.offering_id is not distinct from ${offeringId}::bigint`;
  const [row] = await query<TakenRegister>(db)`
    select r.id::bigint as id, to_jsonb(r.roll) as roll, a.name as "takenBy", ${millis('r.taken_at')} as "takenAt",
      ${millis('r.changed_at')} as "changedAt",
      coalesce((select jsonb_agg(jsonb_build_object('studentId', m.student_id, 'kind', m.kind, 'codeId', m.code_id,
          'minutes', m.minutes, 'leftAt', to_char(m.left_at, 'HH24:MI'), 'remark', m.remark,
          'markedBy', w.name, 'markedAt', ${millis('m.marked_at')}))
        from attendance_marks m left join accounts w on w.id = m.marked_by
        where (m.institution_id, m.register_id) = (r.institution_id, r.id)), '[]') as marks
    from attendance_registers r left join accounts a on a.id = r.taken_by
    where ${isIt} ${lock ? sql`for no key update of r` : sql``}`;
  return row ?? null;
}

/** What stands in the register for a student; null for one whom it did not call. */
export function markIn(register: TakenRegister | null, studentId: number): Mark | null {
  if (!register?.roll.includes(studentId)) return null;
  const found = register.marks.find((one) => one.studentId === studentId);
  if (!found) return present;
  const { kind, codeId, minutes, leftAt, remark } = found;
  return { kind, codeId, minutes, leftAt, remark };
}

export interface RollStudent {
  id: number;
  name: string;
  number: string;
  gender: 'female' | 'male' | null;
  /** What a new register begins with, where it is not "present": suspended, or a reason that the school has accepted. */
  expected: { kind: MarkKind; why: string } | null;
}

type RollPlace = Pick<RegisterPlace, 'institutionId' | 'batchId' | 'onDate' | 'today' | 'offeringId' | 'isElective'>;

/**
 * Students `s` of the batch on the day: from today on those who are in it now, before by their enrolments. In a lesson of
 * an elective, those who chose it.
 */
function isOnRoll({ institutionId, batchId, onDate, today, offeringId, isElective }: RollPlace): SQL {
  const isThere =
    onDate >= today
      ? sql`s.batch_id = ${batchId}`
      : sql`${batchId} = (select e.batch_id from enrolments e where (e.institution_id, e.student_id) = (${institutionId}, s.id)
          and e.from_date <= ${onDate}::date and (e.to_date is null or e.to_date >= ${onDate}::date)
          order by e.from_date desc, e.id desc limit 1)
        and s.id in (select e.student_id from enrolments e where e.institution_id = ${institutionId} and e.batch_id = ${batchId})`;
  const takes =
    offeringId === null || !isElective
      ? sql`true`
      : sql`exists (select from student_electives x where x.institution_id = ${institutionId}
          and x.student_id = s.id and x.offering_id = ${offeringId})`;
  return sql`s.institution_id = ${institutionId} and s.merged_into_id is null and ${isThere} and ${takes}`;
}

const rollColumns = ({ institutionId, onDate }: RollPlace) => sql`s.id::bigint as id,
  s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, '') as name, s.admission_number as number, s.gender,
  coalesce(
    (select jsonb_build_object('kind', x.kind, 'why', x.reason) from attendance_excuses x
      where x.institution_id = ${institutionId} and x.student_id = s.id and x.state = 'accepted'
        and ${onDate}::date between x.starts_on and x.ends_on order by x.id desc limit 1),
    case when s.status = 'suspended' then '{"kind": "suspended", "why": "Suspended"}'::jsonb end) as expected`;

/** Those who are called, by name; `only`: these students, wherever they are now. */
const rollOf = (db: Db, place: RollPlace, only?: readonly number[]): Promise<RollStudent[]> =>
  query<RollStudent>(db)`select ${rollColumns(place)} from students s
      where ${only ? sql`s.institution_id = ${place.institutionId} and s.id = any (${sql.param([...only])}::bigint[])` : isOnRoll(place)}
      order by s.sort_name, s.id`;

/** The ids of those who are called. */
export async function idsOnRoll(db: Db, place: RollPlace): Promise<ReadonlySet<number>> {
  const [row] = await query<{ ids: number[] }>(db)`
    select coalesce(jsonb_agg(s.id), '[]') as ids from students s where ${isOnRoll(place)}`;
  return new Set(row!.ids);
}
