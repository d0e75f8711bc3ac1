import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import { loadGazetteer } from '#features/geography/geography.queries.ts';
import { institutions } from '#features/institutions/institutions.schema.ts';
import { academicSessions, batches, classes } from '#features/structure/structure.schema.ts';
import type { StudentStatus } from '#features/students/student-status.ts';
import { students } from '#features/students/students.schema.ts';
import { batchIndex } from './engine/batch-index.ts';
import { nameKey } from './engine/duplicates.ts';
import type { StudentRecord } from './engine/record.ts';
import type { Surroundings } from './engine/row.ts';

/** What a file's words are looked up in: the institution, its current session's open batches, the world's places. */
export async function loadSchool(db: Db, institutionId: number) {
  const [[institution], openBatches, [session], places] = await Promise.all([
    db
      .select({
        countryId: institutions.countryId,
        timeZone: institutions.timeZone,
        pattern: institutions.admissionNumberPattern,
      })
      .from(institutions)
      .where(eq(institutions.id, institutionId)),
    listOpenBatches(db, institutionId),
    db
      .select({ name: academicSessions.name })
      .from(academicSessions)
      .where(and(eq(academicSessions.institutionId, institutionId), academicSessions.isCurrent)),
    loadGazetteer(db),
  ]);
  if (!institution) throw new NotFound('institution');
  const surroundings: Surroundings = {
    today: today(institution.timeZone),
    countryId: institution.countryId ?? 'NG',
    places,
    batches: batchIndex(session?.name ?? 'the current session', openBatches),
  };
  return {
    surroundings,
    numberPattern: institution.pattern,
    batches: new Map(openBatches.map((batch) => [batch.id, batch])),
  };
}
export type School = Awaited<ReturnType<typeof loadSchool>>;
export type OpenBatch = School['batches'] extends Map<number, infer Batch> ? Batch : never;

/** The open batches of the current session with the seats that are taken. */
const listOpenBatches = (db: Db, institutionId: number) =>
  db
    .select({
      id: batches.id,
      name: batches.name,
      arm: batches.arm,
      className: classes.name,
      sessionId: batches.sessionId,
      capacity: batches.capacity,
      taken: sql<number>`(select count(*) from ${students}
        where ${students.institutionId} = ${institutionId} and ${students.batchId} = ${batches.id})`.mapWith(Number),
    })
    .from(batches)
    .innerJoin(classes, and(eq(classes.institutionId, batches.institutionId), eq(classes.id, batches.classId)))
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .where(and(eq(batches.institutionId, institutionId), academicSessions.isCurrent, isNull(batches.closedAt)))
    .orderBy(asc(batches.id));

/** Keeps the batches as they are until the transaction ends; answers those still open, with the seats taken now. */
export async function lockBatches(db: Db, institutionId: number, ids: number[]) {
  if (ids.length === 0) return new Map<number, OpenBatch>();
  await db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.institutionId, institutionId), inArray(batches.id, ids)))
    .orderBy(asc(batches.id))
    .for('update');
  return new Map((await listOpenBatches(db, institutionId)).map((batch) => [batch.id, batch]));
}

const known = {
  id: students.id,
  admissionNumber: students.admissionNumber,
  surname: students.surname,
  firstName: students.firstName,
  batchId: students.batchId,
  status: students.status,
};

/** The school's students with one of these admission numbers, by number. */
export async function findByNumber(db: Db, institutionId: number, numbers: string[]) {
  if (numbers.length === 0) return new Map<string, KnownStudent>();
  const rows = await db
    .select(known)
    .from(students)
    .where(
      and(eq(students.institutionId, institutionId), sql`${students.admissionNumber} = any(${sql.param(numbers)})`),
    );
  return new Map(rows.map((row) => [row.admissionNumber, row]));
}

/** The school's students with the surname, first name and birth date of one of the records, by both. */
export async function findByName(db: Db, institutionId: number, records: StudentRecord[]) {
  const people = records.filter((record) => record.birthDate);
  if (people.length === 0) return new Map<string, KnownStudent>();
  const rows = await db
    .select({ ...known, key: sql<string>`wanted.birth::text || ' ' || wanted.name` })
    .from(students)
    .innerJoin(
      sql`unnest(${sql.param(people.map(nameKey))}::text[], ${sql.param(people.map((record) => record.birthDate!))}::date[]) as wanted (name, birth)`,
      sql`${students.birthDate} = wanted.birth and (${students.sortName} = wanted.name or ${students.sortName} ^@ (wanted.name || ' '))`,
    )
    .where(eq(students.institutionId, institutionId));
  return new Map(rows.map((row) => [row.key, row]));
}
export interface KnownStudent {
  id: number;
  admissionNumber: string;
  surname: string;
  firstName: string;
  batchId: number | null;
  status: StudentStatus;
}

export const personKey = (record: StudentRecord): string => `${record.birthDate} ${nameKey(record)}`;
