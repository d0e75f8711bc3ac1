import type { Tx } from '#kernel/database.ts';
import { insertLinkedMembership, insertSignIns } from '#features/access/accounts/accounts.demo.ts';
import { inventedPhone, plain, names, namesOfFaith } from '#features/records/geography/people.demo.ts';
import { collegeStudents, schoolStudents } from '#features/people/students/plans.demo.ts';
import type { DemoStudent } from '#features/people/students/load.demo.ts';
import type { Demo, DemoInstitution, DemoStep } from '#web/feature.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { chanceFrom, type Chance } from '#features/records/geography/chance.demo.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';

/** The mother with a demo account. */
interface KnownMother {
  /** The id of one of her children. */
  of: number;
  firstName: string;
  mobile: string;
}

interface Place {
  institutionId: number;
  students: DemoStudent[];
  seed: number;
}

/**
 * Adds one or two guardians for every home, linked to all its children. Returns the first guardian of each student.
 */
async function insertGuardians(tx: Tx, place: Place, known: KnownMother): Promise<Map<number, number>> {
  const chance = chanceFrom(place.seed + 7);
  const homes = Map.groupBy(place.students, ({ surname, address, city }) => `${surname}, ${address}, ${city}`);
  const families = [...homes.values()].map((children, at) => {
    const isKnown = children.some(({ id }) => id === known.of);
    return { children, parents: inventParents(chance, place.seed * 10_000 + at * 2, children, isKnown ? known : null) };
  });
  const rows = families.flatMap(({ parents }) =>
    parents.map(({ link: _, ...row }) => ({ institutionId: place.institutionId, ...row })),
  );
  const made = await insertMany(tx, guardians, rows);
  const ids = new Map(rows.map(({ mobile }, at) => [mobile, made[at]!]));
  const links = families.flatMap(({ children, parents }) =>
    children.flatMap((child) =>
      parents.map(({ mobile, link }, at) => ({
        institutionId: place.institutionId,
        studentId: child.id,
        guardianId: ids.get(mobile)!,
        ...link,
        position: at + 1,
        isNextOfKin: at === 0,
      })),
    ),
  );
  await insertMany(tx, studentGuardians, links);
  return new Map(links.filter(({ position }) => position === 1).map((link) => [link.studentId, link.guardianId]));
}

function inventParents(chance: Chance, number: number, children: DemoStudent[], known: KnownMother | null) {
  const [child] = children as [DemoStudent];
  const hasMother = known !== null || chance.often(85);
  const hasFather = !hasMother || chance.often(60);
  const paysMother = !hasFather || chance.often(40);
  const home = {
    surname: child.surname,
    countryId: child.countryId,
    stateId: child.stateId,
    lgaId: child.lgaId,
    city: child.city,
    community: child.community,
    address: child.address,
    religion: child.religion,
    language: child.language,
  };
  const parent = (gender: 'female' | 'male', at: number, paysFees: boolean) => {
    const firstName = (gender === 'female' && known?.firstName) || givenName(chance, child, gender);
    return {
      ...home,
      gender,
      firstName,
      title: titleOf(chance, gender, child.religion),
      mobile: (gender === 'female' && known?.mobile) || inventedPhone(4_000_000 + number + at),
      email: chance.often(35)
        ? `${plain(firstName)}.${plain(child.surname)}${(number + at) % 10_000}@families.example`
        : null,
      occupation: chance.of(occupations),
      link: {
        relation: gender === 'female' ? 'Mother' : 'Father',
        paysFees,
        mayCollect: gender === 'female' || chance.often(70),
        receivesSms: paysFees || at === 0,
      },
    };
  };
  return [
    ...(hasMother ? [parent('female', 0, paysMother)] : []),
    ...(hasFather ? [parent('male', 1, !hasMother || !paysMother)] : []),
  ];
}

/** A first name that suits the child's language or religion, but differs from the child's. */
function givenName(chance: Chance, { language, religion, firstName }: DemoStudent, gender: 'female' | 'male') {
  const own = Object.values(names).find((people) => people.language === language)![gender];
  const faith = namesOfFaith[religion][gender];
  const offered = (chance.often(60) || !faith.length ? own : faith).filter((name) => name !== firstName);
  return chance.of(offered);
}

const titleOf = (chance: Chance, gender: 'female' | 'male', religion: DemoStudent['religion']) => {
  if (religion === 'Islam' && chance.often(30)) return gender === 'female' ? 'Alhaja' : 'Alhaji';
  if (chance.often(6)) return 'Dr';
  return gender === 'female' ? 'Mrs' : 'Mr';
};

const occupations = [
  'Trader',
  'Teacher',
  'Civil servant',
  'Nurse',
  'Farmer',
  'Engineer',
  'Tailor',
  'Banker',
  'Driver',
  'Pharmacist',
  'Caterer',
  'Electrician',
  'Lawyer',
  'Accountant',
];

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
