import type { Tx } from '#kernel/database.ts';
import { insertLinkedMembership, insertSignIns } from '#features/access/accounts/accounts.demo.ts';
import { inventedPhone } from '#features/records/geography/people.demo.ts';
import { collegeStudents, schoolStudents } from '#features/people/students/plans.demo.ts';
import type { DemoStudent } from '#features/people/students/students.demo.ts';
import type { Demo, DemoInstitution, DemoStep } from '#web/feature.ts';
import { insertGuardians } from './guardians.demo.ts';

export const steps: DemoStep[] = [
  { place: 80, load: async (tx, demo) => void demo.signIns.push(...(await insertFamilies(tx, demo))) },
];

/** Guardians of every student, and accounts for a student of SS 2 and a mother with a child in each institution. */
async function insertFamilies(tx: Tx, { school, college }: Demo) {
  const student = school.students.find(({ path }) => isEnrolled(path) && path.present?.batch === 'SS 2 A')!;
  const child = school.students.find(
    (other) => isEnrolled(other.path) && other !== student && olderSibling(other, college.students),
  )!;
  const older = olderSibling(child, college.students)!;
  const { ids, signIns } = await insertSignIns(tx, [
    { role: 'Student', institution: school.name, username: 'student', name: `${student.firstName} ${student.surname}` },
    { role: 'Guardian', institution: 'both', username: 'guardian', name: `Victoria ${child.surname}` },
  ]);
  const mother = { firstName: 'Victoria', mobile: inventedPhone(3_999_999) };
  const atSchool = await insertGuardians(tx, placeOf(school), { ...mother, of: child.id });
  const atCollege = await insertGuardians(tx, placeOf(college), { ...mother, of: older.id });
  await insertLinkedMembership(tx, school, ids[0]!, 'student', { studentId: student.id });
  await insertLinkedMembership(tx, school, ids[1]!, 'guardian', { guardianId: atSchool.get(child.id)! });
  await insertLinkedMembership(tx, college, ids[1]!, 'guardian', { guardianId: atCollege.get(older.id)! });
  return signIns;
}

const seeds = { school: schoolStudents.seed, college: collegeStudents.seed };
const placeOf = ({ key, id, students }: DemoInstitution) => ({ institutionId: id, students, seed: seeds[key] });

const isEnrolled = ({ status, present }: DemoStudent['path']) => status === 'active' && present !== undefined;

const olderSibling = (child: DemoStudent, candidates: DemoStudent[]) =>
  candidates.find(
    (candidate) =>
      isEnrolled(candidate.path) &&
      candidate.surname === child.surname &&
      candidate.religion === 'Christianity' &&
      child.religion === 'Christianity',
  );
