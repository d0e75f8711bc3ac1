import { sql } from 'drizzle-orm';
import { roleIdsOf } from '#features/access/accounts/roles/roles.ts';
import { product } from '#product/features.ts';
import { allowClosed } from '#kernel/closed-sessions.ts';
import type { Tx } from '#kernel/database.ts';
import { counters } from '#kernel/tables.ts';
import { seedInstitution } from '#features/school/institutions/seed-institution.ts';
import {
  academicSessions,
  batches,
  classes,
  courses,
  programs,
  terms,
} from '#features/school/structure/structure.schema.ts';
import type { StudentStatus } from '#features/people/students/student-status.ts';
import { enrolments, students } from '#features/people/students/students.schema.ts';

/** A student: name, status, batch in the current session, batch in the closed one. */
export type Seat = [name: string, status: StudentStatus, now: string | null, before?: string];

/** JSS 1 B has one place left. */
const capacities = { 'JSS 1 A': 40, 'JSS 1 B': 3, 'JSS 2 A': 40, 'ND 1 A': 50 };

interface Plan<S extends readonly Readonly<Seat>[], B extends string, C extends string, P extends string> {
  program: P;
  classes: string[];
  batches: B[];
  courses: C[];
  seats: S;
}

/** One institution with its two sessions, its batches and everybody who sits in them; all ids by name. */
export async function createInstitution<
  const S extends readonly Readonly<Seat>[],
  const B extends keyof typeof capacities,
  const C extends string,
  const P extends string,
>(tx: Tx, name: string, kind: 'secondary' | 'college', plan: Plan<S, B, C, P>) {
  const named = { name, shortName: name.split(' ')[0]!, kind };
  const institutionId = await seedInstitution(tx, named, product);
  const roleIds = await roleIdsOf(tx, institutionId);
  await allowClosed(tx, 'demonstration');
  const [past, current] = await createSessions(tx, institutionId);
  const [program] = await tx
    .insert(programs)
    .values({
      institutionId,
      code: plan.program.replace(/[^A-Z]/g, ''),
      name: plan.program,
      requiresPin: kind === 'college',
    })
    .returning({ id: programs.id });
  const classIds = await createClasses(tx, institutionId, program!.id, plan.classes);
  const batchRow = (batch: string, sessionId: number) => ({
    institutionId,
    sessionId,
    classId: classIds[batch.slice(0, -2)]!,
    arm: batch.slice(-1),
    name: batch,
    capacity: capacities[batch as B],
    closedAt: sessionId === past ? new Date('2026-07-31') : null,
  });
  const batchRows = await tx
    .insert(batches)
    .values([batchRow(plan.batches[0]!, past), ...plan.batches.map((batch) => batchRow(batch, current))])
    .returning({ id: batches.id, name: batches.name });
  const [pastBatchId, ...batchIds] = batchRows.map(({ id }) => id) as [number, ...number[]];
  const courseRows = await tx
    .insert(courses)
    .values(
      plan.courses.map((course) => ({
        institutionId,
        code: course.split(' ')[0]!,
        title: course.replace(/^\S+ /, ''),
        creditUnits: 3,
      })),
    )
    .returning({ id: courses.id });
  const house = {
    id: institutionId,
    name,
    roleIds,
    sessionIds: { past, current },
    programId: program!.id,
    classIds,
    pastBatchId,
    batchIds: byName(plan.batches, batchIds),
    courseIds: byName(
      plan.courses.map((course) => course.split(' ')[0]!),
      courseRows.map(({ id }) => id),
    ),
  };
  return { ...house, studentIds: await createStudents(tx, house, plan.seats) };
}

async function createSessions(tx: Tx, institutionId: number): Promise<[past: number, current: number]> {
  // Tests choose their own holidays, whatever day it is: as if all had been deleted.
  await tx.execute(sql`insert into calendar_seeded_holidays (institution_id, holiday)
    select ${institutionId}::int, key from akada_national_holidays('2015-01-01', '2060-12-31')`);
  const rows = await tx
    .insert(academicSessions)
    .values([
      {
        institutionId,
        name: '2025/2026',
        startsOn: '2025-09-15',
        endsOn: '2026-07-24',
        closedAt: new Date('2026-07-31'),
      },
      { institutionId, name: '2026/2027', startsOn: '2026-09-14', endsOn: '2027-07-23', isCurrent: true },
    ])
    .returning({ id: academicSessions.id });
  const [past, current] = rows.map(({ id }) => id) as [number, number];
  await tx.insert(terms).values([
    {
      institutionId,
      sessionId: current,
      name: 'First Term',
      position: 1,
      startsOn: '2026-09-14',
      endsOn: '2026-12-18',
      isCurrent: true,
    },
    {
      institutionId,
      sessionId: current,
      name: 'Second Term',
      position: 2,
      startsOn: '2027-01-11',
      endsOn: '2027-04-09',
    },
  ]);
  return [past, current];
}

async function createClasses(tx: Tx, institutionId: number, programId: number, names: string[]) {
  const ids: Record<string, number> = {};
  let nextClassId: number | undefined;
  for (const [at, name] of [...names.entries()].reverse()) {
    const [row] = await tx
      .insert(classes)
      .values({ institutionId, programId, name, position: at + 1, nextClassId })
      .returning({ id: classes.id });
    nextClassId = ids[name] = row!.id;
  }
  return ids;
}

async function createStudents<const S extends readonly Readonly<Seat>[]>(
  tx: Tx,
  house: {
    id: number;
    sessionIds: { past: number; current: number };
    batchIds: Record<string, number>;
    pastBatchId: number;
  },
  seats: S,
) {
  const institutionId = house.id;
  const rows = await tx
    .insert(students)
    .values(
      seats.map(([name, status, now, before], at) => ({
        institutionId,
        status,
        batchId: now === null ? null : house.batchIds[now],
        firstName: name.split(' ')[0]!,
        surname: name.split(' ')[1]!,
        gender: genderOf(name),
        ...admission(seats, at, before ? 2025 : 2026),
        birthDate: `2014-03-${at + 10}`,
        countryId: 'NG',
        stateId: 'NG-KW',
        lgaId: 'NG-KW-offa',
        phone: `+2349191${String(institutionId * 1000 + at).padStart(6, '0')}`,
      })),
    )
    .returning({ id: students.id });
  const past = {
    institutionId,
    batchId: house.pastBatchId,
    sessionId: house.sessionIds.past,
    fromDate: '2025-09-15',
    toDate: '2026-07-24',
  };
  const current = { institutionId, sessionId: house.sessionIds.current, fromDate: '2026-09-14' };
  await tx.insert(enrolments).values(
    seats.flatMap(([, status, now, before], at) => [
      ...(before
        ? [
            {
              ...past,
              studentId: rows[at]!.id,
              outcome: status === 'active' ? ('promoted' as const) : (status as 'graduated' | 'withdrawn'),
            },
          ]
        : []),
      ...(now ? [{ ...current, studentId: rows[at]!.id, batchId: house.batchIds[now]! }] : []),
    ]),
  );
  await tx.insert(counters).values([
    { institutionId, name: 'admission:2025', value: seats.filter((seat) => seat[3]).length },
    { institutionId, name: 'admission:2026', value: seats.filter((seat) => !seat[3]).length },
  ]);
  return byName(
    seats.map(([name]) => name) as S[number][0][],
    rows.map(({ id }) => id),
  );
}

const genderOf = (name: string) => (women.has(name.split(' ')[0]!) ? ('female' as const) : ('male' as const));
const women = new Set(['Ada', 'Ngozi', 'Kemi', 'Efe', 'Aisha', 'Simi', 'Uduak', 'Peace']);

/** Numbers count up within the year of admission: Ada Obi is 2026/0001. */
function admission(seats: readonly Readonly<Seat>[], at: number, year: 2025 | 2026) {
  const ofYear = seats.slice(0, at + 1).filter((seat) => Boolean(seat[3]) === (year === 2025));
  return { admissionNumber: `${year}/${String(ofYear.length).padStart(4, '0')}`, admissionDate: `${year}-09-07` };
}

/** Ids under the names of what they identify. */
export const byName = <K extends string>(names: readonly K[], ids: number[]) =>
  Object.fromEntries(names.map((name, at) => [name, ids[at]!])) as Record<K, number>;
