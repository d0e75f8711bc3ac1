import type { Db } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import type { FieldKey } from './engine/fields.ts';
import type { Options } from './engine/plan.ts';
import type { StudentRecord } from './engine/record.ts';
import type { Plan, Problem, ReadRow } from './engine/row.ts';
import type { Twins } from './read-file.ts';
import { findByName, findByNumber, personKey, type KnownStudent, type OpenBatch } from './school.queries.ts';

/** What happens to a row: it becomes a student, changes one, is left out as asked, or has problems. */
export type Verdict =
  | { row: number; kind: 'new'; record: StudentRecord }
  | { row: number; kind: 'update'; record: StudentRecord; student: KnownStudent }
  | { row: number; kind: 'skip' }
  | { row: number; kind: 'bad'; problems: Problem[] };

export interface Seats {
  batches: ReadonlyMap<number, OpenBatch>;
  /** Seats taken by rows already judged. */
  given: Map<number, number>;
}

interface Case {
  institutionId: number;
  plan: Plan;
  options: Options;
  twins: Twins;
}

/** Judges rows against what the school holds now; the check and the import itself ask the same. */
export async function judgeRows(
  db: Db,
  { institutionId, plan, options, twins }: Case,
  rows: ReadRow[],
  seats: Seats,
): Promise<Verdict[]> {
  const records = rows.flatMap(({ record }) => record ?? []);
  const [byNumber, byName] = await Promise.all([
    findByNumber(
      db,
      institutionId,
      records.flatMap(({ admissionNumber }) => admissionNumber ?? []),
    ),
    options.sameName === 'import' ? new Map<string, KnownStudent>() : findByName(db, institutionId, records),
  ]);

  return rows.map(({ number: row, record, problems }): Verdict => {
    const bad = (field: FieldKey, value: string | null, message: string): Verdict => {
      const column = plan.headers[plan.columns.indexOf(field)] ?? null;
      return { row, kind: 'bad', problems: [{ row, column, value, message }] };
    };
    if (!record) return { row, kind: 'bad', problems };
    const twin = twins.problems.get(row);
    if (twin) return { row, kind: 'bad', problems: twin };

    const same = record.admissionNumber ? byNumber.get(record.admissionNumber) : undefined;
    if (same && options.existing === 'skip') return { row, kind: 'skip' };
    if (same && options.existing === 'report') {
      return bad(
        'admissionNumber',
        same.admissionNumber,
        `${same.firstName} ${same.surname} already has admission number ${same.admissionNumber}.`,
      );
    }
    const namesake = same ? undefined : byName.get(personKey(record));
    if (namesake && options.sameName === 'skip') return { row, kind: 'skip' };
    if (namesake) {
      return bad(
        'birthDate',
        record.birthDate,
        `${namesake.firstName} ${namesake.surname}, born ${formatDay(record.birthDate!)}, is already here with admission number ${namesake.admissionNumber}.`,
      );
    }
    const needsSeat = record.batchId !== null && !same?.batchId;
    const refusal = needsSeat ? takeSeat(seats, record.batchId!) : null;
    if (refusal) return bad('batch', null, refusal);
    return same ? { row, kind: 'update', record, student: same } : { row, kind: 'new', record };
  });
}

function takeSeat({ batches, given }: Seats, batchId: number): string | null {
  const batch = batches.get(batchId);
  if (!batch) return 'The batch was closed in the meantime. Choose another one, or leave the cell blank.';
  const taken = batch.taken + (given.get(batchId) ?? 0);
  if (taken >= batch.capacity)
    return `${batch.name} is full: it has room for ${batch.capacity}. Raise its capacity, choose another batch, or leave the cell blank.`;
  given.set(batchId, (given.get(batchId) ?? 0) + 1);
  return null;
}
