import { hash } from '@node-rs/argon2';
import type { Database, Tx } from '#kernel/database.ts';
import { roleNames, type RoleKey } from '#kernel/contracts/role-names.ts';
import { accounts, credentials, memberships } from '#kernel/identity.schema.ts';
import { addMissingListValues } from '#features/records/lookups/check-list-values.ts';
import { employees, guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { batchTeachers, courseOfferings } from '#features/school/structure/structure.schema.ts';
import { byName, createInstitution, type Seat } from '#test/school-builder.ts';

/** Everybody's password in the test world. */
export const password = 'indigo on warm paper';
// The cheapest argon2 there is: what is tested is not how long it takes.
const passwordHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

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

export const staffRoles = (Object.keys(roleNames) as RoleKey[]).filter(
  (key) => !['student', 'guardian', 'applicant'].includes(key),
);

/** Who works in both: registrar and HR officer in Ilorin, bursar in Offa. */
export const inBoth = {
  username: 'in.both',
  ilorin: ['registrar', 'hr_officer'],
  offa: ['bursar'],
} as const satisfies { username: string; ilorin: RoleKey[]; offa: RoleKey[] };

export type School = Awaited<ReturnType<typeof createSchool>>;

/**
 * Ilorin Grammar School, where things happen, with an account for every role named like the role; Offa College, which
 * is somebody else's; a group administrator over both; and somebody with other roles in one than in the other.
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

type SchoolIds = { id: number; roleIds: Record<RoleKey, number> };
type Offa = SchoolIds & { studentIds: Record<'Yakubu Ndako', number> };
type Ilorin = SchoolIds & {
  batchIds: Record<'JSS 1 B' | 'JSS 2 A', number>;
  courseIds: Record<string, number>;
  studentIds: Record<'Ada Obi' | 'Tunde Bakare', number>;
};

async function createAccounts(tx: Tx, ilorin: Ilorin, offa: Offa) {
  const roleKeys = Object.keys(roleNames) as RoleKey[];
  const usernames = [...roleKeys, 'group', 'registrar.offa', inBoth.username] as (
    | RoleKey
    | 'group'
    | 'registrar.offa'
    | typeof inBoth.username
  )[];
  const rows = await tx
    .insert(accounts)
    .values(
      usernames.map((username) => ({
        username,
        name: `The ${username}`,
        email: `${username}@example.com`,
        isGroupAdministrator: username === 'group',
        // Nobody is shown round while something else is tested; who is to be, a test switches on.
        showsTours: false,
      })),
    )
    .returning({ id: accounts.id, username: accounts.username });
  const ids = byName(
    usernames,
    rows.map(({ id }) => id),
  );
  const hashed = await passwordHash;
  await tx
    .insert(credentials)
    .values(rows.map(({ id }) => ({ accountId: id, passwordHash: hashed, passwordChangedAt: new Date('2026-09-01') })));
  const staff = [
    ...staffRoles.map((role) => ({ role, school: ilorin as SchoolIds, username: role as keyof typeof ids })),
    { role: 'registrar' as RoleKey, school: offa, username: 'registrar.offa' as const },
  ];
  for (const { role, school } of staff) await addMissingListValues(tx, school.id, 'jobTitles', [roleNames[role]]);
  const employed = await tx
    .insert(employees)
    .values(
      staff.map(({ role, school }, at) => ({
        institutionId: school.id,
        employeeNumber: `E${at + 1}`,
        surname: roleNames[role],
        firstName: 'The',
        jobTitle: roleNames[role],
      })),
    )
    .returning({ id: employees.id });
  const guardianId = await createGuardian(tx, ilorin.id, ilorin.studentIds['Tunde Bakare'], {
    title: 'Mrs',
    surname: 'Bakare',
    firstName: 'Folake',
    mobile: '+2348030000001',
  });
  await createGuardian(tx, offa.id, offa.studentIds['Yakubu Ndako'], {
    title: 'Mrs',
    surname: 'Ndako',
    firstName: 'Halima',
    mobile: '+2348030000002',
  });
  await tx.insert(memberships).values([
    ...staff.map(({ role, school, username }, at) => ({
      institutionId: school.id,
      accountId: ids[username],
      roleId: school.roleIds[role],
      employeeId: employed[at]!.id,
    })),
    {
      institutionId: ilorin.id,
      accountId: ids.student,
      roleId: ilorin.roleIds.student,
      studentId: ilorin.studentIds['Ada Obi'],
    },
    {
      institutionId: ilorin.id,
      accountId: ids.guardian,
      roleId: ilorin.roleIds.guardian,
      guardianId,
    },
    { institutionId: ilorin.id, accountId: ids.applicant, roleId: ilorin.roleIds.applicant },
    ...(['ilorin', 'offa'] as const).flatMap((at) => {
      const school: SchoolIds = at === 'ilorin' ? ilorin : offa;
      return inBoth[at].map((role) => ({
        institutionId: school.id,
        accountId: ids[inBoth.username],
        roleId: school.roleIds[role],
      }));
    }),
  ]);
  const teacherId = employed[staffRoles.indexOf('teacher')]!.id;
  // The teacher's own: class teacher of JSS 2 A, English for JSS 1 B, nothing in JSS 1 A.
  await tx
    .insert(batchTeachers)
    .values({ institutionId: ilorin.id, batchId: ilorin.batchIds['JSS 2 A'], employeeId: teacherId });
  await tx.insert(courseOfferings).values({
    institutionId: ilorin.id,
    batchId: ilorin.batchIds['JSS 1 B'],
    courseId: ilorin.courseIds.ENG!,
    employeeId: teacherId,
  });
  return ids;
}

type Woman = Record<'title' | 'surname' | 'firstName' | 'mobile', string>;

/** A student's mother, who answers for nobody else. */
async function createGuardian(tx: Tx, institutionId: number, studentId: number, woman: Woman) {
  const [guardian] = await tx
    .insert(guardians)
    .values({ institutionId, ...woman })
    .returning({ id: guardians.id });
  await tx.insert(studentGuardians).values({
    institutionId,
    studentId,
    guardianId: guardian!.id,
    relation: 'Mother',
    paysFees: true,
    mayCollect: true,
    receivesSms: true,
    isNextOfKin: true,
  });
  return guardian!.id;
}
