import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { present, type Mark } from '../marks/mark.ts';
import type { RegisterPlace } from './place.queries.ts';

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

export interface StoredMark extends Mark {
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
  const [row] = await query<TakenRegister>(
    db,
    sql`select r.id::int as id, to_jsonb(r.roll) as roll, a.name as "takenBy", ${millis('r.taken_at')} as "takenAt",
      ${millis('r.changed_at')} as "changedAt",
      coalesce((select jsonb_agg(jsonb_build_object('studentId', m.student_id, 'kind', m.kind, 'codeId', m.code_id,
          'minutes', m.minutes, 'leftAt', to_char(m.left_at, 'HH24:MI'), 'remark', m.remark,
          'markedBy', w.name, 'markedAt', ${millis('m.marked_at')}))
        from attendance_marks m left join accounts w on w.id = m.marked_by
        where (m.institution_id, m.register_id) = (r.institution_id, r.id)), '[]') as marks
    from attendance_registers r left join accounts a on a.id = r.taken_by
    where ${isIt} ${lock ? sql`for no key update of r` : sql``}`,
  );
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
