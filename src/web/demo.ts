import type { Database, Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import {
  insertSignIns,
  insertStaffAccounts,
  insertLinkedMembership,
  type DemoSignIn,
} from '#features/accounts/accounts.demo.ts';
import type { RoleKey } from '#features/accounts/roles.ts';
import {
  collegeOwnFields,
  insertOwnFields,
  schoolOwnFields,
  type OwnFieldPlan,
} from '#features/custom-fields/custom-fields.demo.ts';
import { inventedPhone } from '#features/geography/people.demo.ts';
import { insertGuardians } from '#features/guardians/guardians.demo.ts';
import { collegeStaff, insertEmployees, schoolStaff, type StaffPlan } from '#features/employees/employees.demo.ts';
import {
  demoCollege,
  demoSchool,
  foundDemoInstitution,
  type DemoInstitution,
} from '#features/institutions/institutions.demo.ts';
import { withPictures, type DrawnPictures } from '#features/site/demo/draw-pictures.ts';
import { schoolSite } from '#features/site/demo/olumo-heights.ts';
import { collegeSite } from '#features/site/demo/zuma-view.ts';
import { insertSite } from '#features/site/site.demo.ts';
import { collegePlan } from '#features/structure/college.demo.ts';
import { schoolPlan } from '#features/structure/school.demo.ts';
import { insertStructure, insertTeaching, type StructurePlan } from '#features/structure/structure.demo.ts';
import { collegeStudents, schoolStudents, type StudentPlan } from '#features/students/plans.demo.ts';
import { insertStudents, type DemoStudent } from '#features/students/students.demo.ts';

// prettier-ignore
const schoolRoles: RoleKey[] = ['owner', 'ict_administrator', 'principal', 'registrar', 'admission_officer', 'bursar', 'cashier', 'hr_officer', 'teacher', 'employee'];
const collegeRoles: RoleKey[] = ['registrar', 'teacher'];

/**
 * Fills an empty database with the demonstration group: a secondary school and a college, always the same but for the
 * passwords, which are returned to be shown once. All of it is there afterwards, or nothing. Without a place for files
 * (null) the group has no pictures, which is quicker.
 */
export function loadDemo({ database, files }: Place): Promise<DemoSignIn[]> {
  const load = (drawn: DrawnPictures | null) =>
    database.asSystem([], async (tx) => {
      const { school, college, signIns } = await insertGroup(tx);
      await insertSite(tx, school.id, schoolSite, drawn);
      await insertSite(tx, college.id, collegeSite, drawn);
      return signIns;
    });
  // They are drawn before the transaction begins: it takes seconds, and the database ends one that idles.
  return files ? withPictures(files, load) : load(null);
}

interface Place {
  database: Database;
  files: Files | null;
}

async function insertGroup(tx: Tx) {
  const school = await insertInstitution(tx, demoSchool, schoolPlan, schoolStaff, schoolStudents, schoolOwnFields);
  const college = await insertInstitution(
    tx,
    demoCollege,
    collegePlan,
    collegeStaff,
    collegeStudents,
    collegeOwnFields,
  );
  const { signIns: group } = await insertSignIns(tx, [
    {
      role: 'Group administrator',
      institution: 'both',
      username: 'group',
      name: 'Adaora Bakare',
      isGroupAdministrator: true,
    },
  ]);
  const signIns = [
    ...group,
    ...(await insertStaffAccounts(tx, school, school.staff, schoolRoles)),
    ...(await insertFamilyAccounts(tx, school, college)),
    ...(await insertStaffAccounts(tx, college, college.staff, collegeRoles, '.zuma')),
  ];
  return { school, college, signIns };
}

async function insertInstitution(
  tx: Tx,
  facts: DemoInstitution,
  plan: StructurePlan,
  posts: StaffPlan,
  intake: StudentPlan,
  own: OwnFieldPlan,
) {
  const { id, roleIds } = await foundDemoInstitution(tx, facts);
  const { batches } = await insertStructure(tx, id, plan);
  const staff = await insertEmployees(tx, id, posts);
  const teachers = staff.filter(({ role }) => role === 'teacher');
  await insertTeaching(tx, id, plan, batches, teachers);
  const where = { institutionId: id, pattern: facts.admissionNumberPattern, batches, sessions: plan.sessions };
  const students = await insertStudents(tx, where, intake);
  const ids = students.map((student) => student.id);
  await insertOwnFields(tx, id, own, ids);
  return { id, roleIds, name: facts.name, staff, students };
}

type House = Awaited<ReturnType<typeof insertInstitution>>;

/** Guardians of everybody, then a student of SS 2 and a mother with a child in each institution, who sign in. */
async function insertFamilyAccounts(tx: Tx, school: House, college: House) {
  const student = school.students.find(({ path }) => isHere(path) && path.present?.batch === 'SS 2 A')!;
  const child = school.students.find((one) => isHere(one.path) && one !== student && olderOf(one, college.students))!;
  const older = olderOf(child, college.students)!;
  const { ids, signIns } = await insertSignIns(tx, [
    { role: 'Student', institution: school.name, username: 'student', name: `${student.firstName} ${student.surname}` },
    { role: 'Guardian', institution: 'both', username: 'guardian', name: `Victoria ${child.surname}` },
  ]);
  const mother = { firstName: 'Victoria', mobile: inventedPhone(3_999_999) };
  const atSchool = await insertGuardians(tx, placeOf(school, schoolStudents), { ...mother, of: child.id });
  const atCollege = await insertGuardians(tx, placeOf(college, collegeStudents), { ...mother, of: older.id });
  await insertLinkedMembership(tx, school, ids[0]!, 'student', { studentId: student.id });
  await insertLinkedMembership(tx, school, ids[1]!, 'guardian', { guardianId: atSchool.get(child.id)! });
  await insertLinkedMembership(tx, college, ids[1]!, 'guardian', { guardianId: atCollege.get(older.id)! });
  return signIns;
}

const placeOf = ({ id, students }: House, { seed }: StudentPlan) => ({ institutionId: id, students, seed });

const isHere = ({ status, present }: DemoStudent['path']) => status === 'active' && present !== undefined;

const olderOf = (child: DemoStudent, candidates: DemoStudent[]) =>
  candidates.find(
    (one) =>
      isHere(one.path) &&
      one.surname === child.surname &&
      one.religion === 'Christianity' &&
      child.religion === 'Christianity',
  );
