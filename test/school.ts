import { hash } from '@node-rs/argon2';
import type { Database, Tx } from '#kernel/database.ts';
import { counters } from '#kernel/tables.ts';
import { accounts, credentials, memberships } from '#features/accounts/accounts.schema.ts';
import { seededRoles, type RoleKey } from '#features/accounts/roles.ts';
import { employees } from '#features/employees/employees.schema.ts';
import { foundInstitution } from '#features/institutions/found-institution.ts';
import {
  academicSessions,
  batches,
  batchTeachers,
  classes,
  courseOfferings,
  courses,
  programs,
  terms,
} from '#features/structure/structure.schema.ts';
import type { StudentStatus } from '#features/students/student-status.ts';
import { enrolments, students } from '#features/students/students.schema.ts';

/** Everybody's password in the test world. */
export const password = 'indigo on warm paper';
// The cheapest argon2 there is: what is tested is not how long it takes.
const passwordHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

type Seat = [name: string, status: StudentStatus, now: string | null, before?: string];

/** Who is where: in the current session, and in the closed one. */
const ilorinSeats = [
  ['Ada Obi', 'active', 'JSS 1 A'],
  ['Tunde Bakare', 'active', 'JSS 1 A'],
  ['Chidi Eze', 'suspended', 'JSS 1 A'],
  ['Ngozi Okafor', 'active', 'JSS 1 B'],
  ['Musa Garba', 'active', 'JSS 1 B'],
  ['Kemi Adébáyọ̀', 'active', 'JSS 2 A', 'JSS 1 A'],
  ['Bala Danjuma', 'active', 'JSS 2 A', 'JSS 1 A'],
  ['Efe Omoregie', 'active', null],
  ['Aisha Bello', 'active', null],
  ['Terhemba Iorfa', 'active', null],
  ['Simi Ojo', 'graduated', null, 'JSS 1 A'],
  ['Uduak Essien', 'withdrawn', null, 'JSS 1 A'],
] as const satisfies Seat[];
const offaSeats = [
  ['Yakubu Ndako', 'active', 'ND 1 A'],
  ['Peace Akpan', 'active', null],
] as const satisfies Seat[];

/** JSS 1 B has one place left. */
const capacities = { 'JSS 1 A': 40, 'JSS 1 B': 3, 'JSS 2 A': 40, 'ND 1 A': 50 };
const staffRoles = (Object.keys(seededRoles) as RoleKey[]).filter((key) => !['student', 'guardian', 'applicant'].includes(key));

export type School = Awaited<ReturnType<typeof createSchool>>;

/**
 * Ilorin Grammar School, where things happen, with an account for every role named like the role; Offa College, which
 * is somebody else's; and a group administrator over both.
 */
export function createSchool(database: Database) {
  return database.asSystem([], async (tx) => {
    const ilorin = await createInstitution(tx, 'Ilorin Grammar School', 'secondary', {
      program: 'Junior Secondary',
      classes: ['JSS 1', 'JSS 2'],
      batches: ['JSS 1 A', 'JSS 1 B', 'JSS 2 A'],
      courses: ['ENG English Language', 'MTH Mathematics'],
      seats: ilorinSeats,
    });
    const offa = await createInstitution(tx, 'Offa College', 'college', {
      program: 'National Diploma Computer Science',
      classes: ['ND 1'],
      batches: ['ND 1 A'],
      courses: ['COM101 Introduction to Computing'],
      seats: offaSeats,
    });
    return { ilorin, offa, accounts: await createAccounts(tx, ilorin, offa) };
  });
}

interface Plan<S extends readonly Readonly<Seat>[], B extends string, C extends string, P extends string> {
  program: P;
  classes: string[];
  batches: B[];
  courses: C[];
  seats: S;
}

async function createInstitution<const S extends readonly Readonly<Seat>[], const B extends keyof typeof capacities, const C extends string, const P extends string>(
  tx: Tx,
  name: string,
  kind: 'secondary' | 'college',
  plan: Plan<S, B, C, P>,
) {
  const { id: institutionId, roleIds } = await foundInstitution(tx, { name, shortName: name.split(' ')[0]!, kind });
  const [past, current] = await createSessions(tx, institutionId);
  const [program] = await tx
    .insert(programs)
    .values({ institutionId, code: plan.program.replace(/[^A-Z]/g, ''), name: plan.program, requiresPin: kind === 'college' })
    .returning({ id: programs.id });
  const classIds = await createClasses(tx, institutionId, program!.id, plan.classes);
  const batchRow = (batch: string, sessionId: number) => ({
    ...{ institutionId, sessionId, classId: classIds[batch.slice(0, -2)]!, arm: batch.slice(-1), name: batch },
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
    .values(plan.courses.map((course) => ({ institutionId, code: course.split(' ')[0]!, title: course.replace(/^\S+ /, ''), creditUnits: 3 })))
    .returning({ id: courses.id });
  const house = {
    ...{ id: institutionId, name, roleIds, sessionIds: { past, current }, programId: program!.id, classIds, pastBatchId },
    batchIds: byName(plan.batches, batchIds),
    courseIds: byName(plan.courses.map((course) => course.split(' ')[0]!), courseRows.map(({ id }) => id)),
  };
  return { ...house, studentIds: await createStudents(tx, house, plan.seats) };
}

async function createSessions(tx: Tx, institutionId: number): Promise<[past: number, current: number]> {
  const rows = await tx
    .insert(academicSessions)
    .values([
      { institutionId, name: '2025/2026', startsOn: '2025-09-15', endsOn: '2026-07-24', closedAt: new Date('2026-07-31') },
      { institutionId, name: '2026/2027', startsOn: '2026-09-14', endsOn: '2027-07-23', isCurrent: true },
    ])
    .returning({ id: academicSessions.id });
  const [past, current] = rows.map(({ id }) => id) as [number, number];
  await tx.insert(terms).values([
    { institutionId, sessionId: current, name: 'First Term', position: 1, startsOn: '2026-09-14', endsOn: '2026-12-18', isCurrent: true },
    { institutionId, sessionId: current, name: 'Second Term', position: 2, startsOn: '2027-01-11', endsOn: '2027-04-09' },
  ]);
  return [past, current];
}

async function createClasses(tx: Tx, institutionId: number, programId: number, names: string[]) {
  const ids: Record<string, number> = {};
  let nextClassId: number | undefined;
  for (const [at, name] of [...names.entries()].reverse()) {
    const [row] = await tx.insert(classes).values({ institutionId, programId, name, position: at + 1, nextClassId }).returning({ id: classes.id });
    nextClassId = ids[name] = row!.id;
  }
  return ids;
}

async function createStudents<const S extends readonly Readonly<Seat>[]>(
  tx: Tx,
  house: { id: number; sessionIds: { past: number; current: number }; batchIds: Record<string, number>; pastBatchId: number },
  seats: S,
) {
  const institutionId = house.id;
  const rows = await tx
    .insert(students)
    .values(
      seats.map(([name, status, now], at) => ({
        ...{ institutionId, status, batchId: now && house.batchIds[now], admissionNumber: `2026/${String(at + 1).padStart(4, '0')}` },
        ...{ firstName: name.split(' ')[0]!, surname: name.split(' ')[1]!, gender: at % 2 ? ('male' as const) : ('female' as const) },
        ...{ birthDate: `2014-03-${String(at + 10)}`, admissionDate: '2026-09-07', countryId: 'NG', stateId: 'NG-KW', lgaId: 'NG-KW-offa' },
        phone: `+2349201${String(institutionId * 1000 + at).padStart(6, '0')}`,
      })),
    )
    .returning({ id: students.id });
  const past = { institutionId, batchId: house.pastBatchId, sessionId: house.sessionIds.past, fromDate: '2025-09-15', toDate: '2026-07-24' };
  const current = { institutionId, sessionId: house.sessionIds.current, fromDate: '2026-09-14' };
  await tx.insert(enrolments).values(
    seats.flatMap(([, status, now, before], at) => [
      ...(before ? [{ ...past, studentId: rows[at]!.id, outcome: status === 'active' ? ('promoted' as const) : (status as 'graduated' | 'withdrawn') }] : []),
      ...(now ? [{ ...current, studentId: rows[at]!.id, batchId: house.batchIds[now]! }] : []),
    ]),
  );
  await tx.insert(counters).values({ institutionId, name: 'admission:2026', value: seats.length });
  return byName(seats.map(([name]) => name) as S[number][0][], rows.map(({ id }) => id));
}

type House = { id: number; roleIds: Record<RoleKey, number> };
type Ilorin = House & {
  batchIds: Record<'JSS 1 B' | 'JSS 2 A', number>;
  courseIds: Record<string, number>;
  studentIds: Record<'Ada Obi' | 'Tunde Bakare', number>;
};

async function createAccounts(tx: Tx, ilorin: Ilorin, offa: House) {
  const roleKeys = Object.keys(seededRoles) as RoleKey[];
  const usernames = [...roleKeys, 'group', 'registrar.offa'] as (RoleKey | 'group' | 'registrar.offa')[];
  const rows = await tx
    .insert(accounts)
    .values(usernames.map((username) => ({ username, name: `The ${username}`, email: `${username}@example.com`, isGroupAdministrator: username === 'group' })))
    .returning({ id: accounts.id, username: accounts.username });
  const ids = byName(usernames, rows.map(({ id }) => id));
  const hashed = await passwordHash;
  await tx.insert(credentials).values(rows.map(({ id }) => ({ accountId: id, passwordHash: hashed, passwordChangedAt: new Date('2026-09-01') })));
  const staff = [...staffRoles.map((role) => ({ role, house: ilorin as House, username: role as keyof typeof ids })), { role: 'registrar' as RoleKey, house: offa, username: 'registrar.offa' as const }];
  const employed = await tx
    .insert(employees)
    .values(staff.map(({ role, house }, at) => ({ institutionId: house.id, employeeNumber: `E${at + 1}`, surname: seededRoles[role].name, firstName: 'The', jobTitle: seededRoles[role].name })))
    .returning({ id: employees.id });
  await tx.insert(memberships).values([
    ...staff.map(({ role, house, username }, at) => ({ institutionId: house.id, accountId: ids[username], roleId: house.roleIds[role], employeeId: employed[at]!.id })),
    { institutionId: ilorin.id, accountId: ids.student, roleId: ilorin.roleIds.student, studentId: ilorin.studentIds['Ada Obi'] },
    { institutionId: ilorin.id, accountId: ids.guardian, roleId: ilorin.roleIds.guardian, studentId: ilorin.studentIds['Tunde Bakare'] },
    { institutionId: ilorin.id, accountId: ids.applicant, roleId: ilorin.roleIds.applicant },
  ]);
  const teacherId = employed[staffRoles.indexOf('teacher')]!.id;
  // The teacher's own: class teacher of JSS 2 A, English for JSS 1 B, nothing in JSS 1 A.
  await tx.insert(batchTeachers).values({ institutionId: ilorin.id, batchId: ilorin.batchIds['JSS 2 A'], employeeId: teacherId });
  await tx.insert(courseOfferings).values({ institutionId: ilorin.id, batchId: ilorin.batchIds['JSS 1 B'], courseId: ilorin.courseIds.ENG!, employeeId: teacherId });
  return ids;
}

const byName = <K extends string>(names: readonly K[], ids: number[]) =>
  Object.fromEntries(names.map((name, at) => [name, ids[at]!])) as Record<K, number>;
