import { eq, and, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { learnWords } from '#features/lookups/check-words.ts';
import { isEnrolled } from '#features/students/student-status.ts';
import { enrolments, students } from '#features/students/students.schema.ts';
import { giveNumbers } from './give-numbers.ts';
import type { Verdict } from './judge-rows.ts';
import type { OpenBatch, School } from './school.queries.ts';

interface Target {
  institutionId: number;
  school: School;
  /** Locked, with the rows already counted in. */
  batches: ReadonlyMap<number, OpenBatch>;
  /** Numbers of the file, which are not given to anybody else. */
  taken: ReadonlySet<string>;
}
type New = Extract<Verdict, { kind: 'new' }>;
type Update = Extract<Verdict, { kind: 'update' }>;

/** Writes what was judged good, a statement per kind of change; the caller has judged it in the same transaction. */
export async function writeStudents(tx: Tx, target: Target, verdicts: Verdict[]): Promise<number> {
  await spellWords(tx, target.institutionId, verdicts);
  const fresh = verdicts.filter((verdict): verdict is New => verdict.kind === 'new');
  const changed = verdicts.filter((verdict): verdict is Update => verdict.kind === 'update');
  const seated = [...(await insertNew(tx, target, fresh)), ...(await updateKnown(tx, target, changed))];
  await enrol(tx, target, seated);
  return fresh.length + changed.length;
}

/** Words that the school's lists do not have yet join them; known ones take the list's spelling. */
async function spellWords(tx: Tx, institutionId: number, verdicts: Verdict[]): Promise<void> {
  const records = verdicts.flatMap((verdict) => ('record' in verdict ? verdict.record : []));
  for (const [field, list] of [['religion', 'religions'] as const, ['language', 'languages'] as const]) {
    const known = await learnWords(
      tx,
      institutionId,
      list,
      records.flatMap((record) => record[field] ?? []),
    );
    for (const record of records) record[field] = (record[field] && known.get(record[field])) ?? null;
  }
}

interface Seated {
  studentId: number;
  batchId: number;
}

async function insertNew(tx: Tx, target: Target, fresh: New[]): Promise<Seated[]> {
  if (fresh.length === 0) return [];
  const { institutionId, school } = target;
  const records = await giveNumbers(
    tx,
    { ...target, pattern: school.numberPattern, today: school.surroundings.today },
    fresh.map(({ record }) => record),
  );
  const inserted = await tx
    .insert(students)
    .values(records.map((record) => ({ ...record, institutionId, status: record.status ?? 'active' })))
    .returning({ studentId: students.id, batchId: students.batchId });
  return inserted.filter((row): row is Seated => row.batchId !== null);
}

/** Cells that are not blank replace what is recorded. Status and an existing batch have moves of their own and stay. */
async function updateKnown(tx: Tx, { institutionId }: Target, changed: Update[]): Promise<Seated[]> {
  if (changed.length === 0) return [];
  const rows = changed.map(({ record, student }) => ({
    ...record,
    id: student.id,
    batchId: seatFor(student, record.batchId),
  }));
  await tx.execute(sql`
    update students s set
      registration_number = coalesce(r."registrationNumber", s.registration_number), surname = r.surname, first_name = r."firstName",
      middle_name = coalesce(r."middleName", s.middle_name), gender = coalesce(r.gender, s.gender),
      birth_date = coalesce(r."birthDate", s.birth_date), admission_date = coalesce(r."admissionDate", s.admission_date),
      country_id = coalesce(r."countryId", s.country_id),
      state_id = case when r."countryId" is null then s.state_id else coalesce(r."stateId", case when r."countryId" = s.country_id then s.state_id end) end,
      lga_id = case when r."stateId" is null then case when r."countryId" is null or r."countryId" = s.country_id then s.lga_id end
        else coalesce(r."lgaId", case when r."stateId" = s.state_id then s.lga_id end) end,
      city = coalesce(r.city, s.city), community = coalesce(r.community, s.community), address = coalesce(r.address, s.address),
      phone = coalesce(r.phone, s.phone), email = coalesce(r.email, s.email), religion = coalesce(r.religion, s.religion),
      language = coalesce(r.language, s.language), blood_group = coalesce(r."bloodGroup", s.blood_group),
      batch_id = coalesce(s.batch_id, r."batchId"), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      id bigint, "registrationNumber" text, surname text, "firstName" text, "middleName" text, gender text, "birthDate" date,
      "admissionDate" date, "countryId" text, "stateId" text, "lgaId" text, city text, community text, address text, phone text,
      email text, religion text, language text, "bloodGroup" text, "batchId" bigint)
    where s.institution_id = ${institutionId} and s.id = r.id`);
  const wanted = rows.flatMap((row) => (row.batchId === null ? [] : [row.id]));
  if (wanted.length === 0) return [];
  const seated = await tx
    .select({ studentId: students.id, batchId: students.batchId })
    .from(students)
    .where(and(eq(students.institutionId, institutionId), inArray(students.id, wanted)));
  return seated as Seated[];
}

const seatFor = (student: Update['student'], batchId: number | null) =>
  student.batchId === null && isEnrolled(student.status) ? batchId : null;

async function enrol(tx: Tx, { institutionId, school, batches }: Target, seated: Seated[]): Promise<void> {
  if (seated.length === 0) return;
  await tx.insert(enrolments).values(
    seated.map(({ studentId, batchId }) => ({
      institutionId,
      studentId,
      batchId,
      sessionId: batches.get(batchId)!.sessionId,
      fromDate: school.surroundings.today,
    })),
  );
}
