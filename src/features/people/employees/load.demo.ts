import type { DemoStep } from '#web/feature.ts';
import type { Tx } from '#kernel/database.ts';
import { counters } from '#kernel/tables.ts';
import type { RoleKey } from '#kernel/contracts/role-names.ts';
import { chanceFrom, type Chance } from '#features/records/geography/chance.demo.ts';
import {
  inventedPhone,
  inventFamily,
  inventNames,
  plain,
  type Family,
  type GivenNames,
  type Mix,
} from '#features/records/geography/people.demo.ts';
import { addMissingListValues } from '#features/records/lookups/check-list-values.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { areasByState } from '#features/people/students/homes.demo.ts';

interface StaffPlan {
  /** Begins every employee number. */
  prefix: string;
  mailHost: string;
  mix: Mix;
  seed: number;
  town: Town;
  posts: { jobTitle: string; department: string; role: RoleKey; count?: number; since?: number }[];
}

const teachers = (department: string, count: number, jobTitle: string) => ({
  jobTitle,
  department,
  count,
  role: 'teacher' as const,
});

const schoolStaff: StaffPlan = {
  prefix: 'OHS',
  mailHost: 'olumoheights.example',
  mix: { yoruba: 70, igbo: 14, edo: 6, efik: 4, urhobo: 3, hausa: 3 },
  seed: 4801,
  town: {
    towns: {
      Abeokuta: ['Ibara', 'Onikolobo', 'Oke-Ilewo', 'Asero', 'Kuto', 'Obantoko'],
      'Ijebu Ode': ['Molipa', 'Ibadan Road'],
      Sagamu: ['Makun'],
    },
    streets: ['Quarry Road', 'Oba Adesida Street', 'Idi-Aba Road', 'Lafenwa Street', 'Sokenu Road'],
  },
  posts: [
    { jobTitle: 'Director', department: 'Administration', role: 'owner', since: 2009 },
    { jobTitle: 'Principal', department: 'Administration', role: 'principal', since: 2012 },
    { jobTitle: 'ICT administrator', department: 'ICT', role: 'ict_administrator', since: 2018 },
    { jobTitle: 'Registrar', department: 'Administration', role: 'registrar', since: 2014 },
    { jobTitle: 'Admission officer', department: 'Administration', role: 'admission_officer', since: 2020 },
    { jobTitle: 'Bursar', department: 'Bursary', role: 'bursar', since: 2013 },
    { jobTitle: 'Cashier', department: 'Bursary', role: 'cashier', count: 2 },
    { jobTitle: 'HR officer', department: 'Administration', role: 'hr_officer', since: 2019 },
    teachers('Mathematics', 4, 'Mathematics teacher'),
    teachers('Languages', 7, 'Language teacher'),
    teachers('Sciences', 6, 'Science teacher'),
    teachers('Technology', 3, 'Technology teacher'),
    teachers('Humanities', 5, 'Humanities teacher'),
    teachers('Business', 3, 'Business teacher'),
    teachers('Arts', 2, 'Arts teacher'),
    { jobTitle: 'Librarian', department: 'Library', role: 'employee' },
    { jobTitle: 'Laboratory technician', department: 'Sciences', role: 'employee' },
    { jobTitle: 'Guidance counsellor', department: 'Student affairs', role: 'employee' },
    { jobTitle: 'School nurse', department: 'Health', role: 'employee' },
    { jobTitle: 'Secretary', department: 'Administration', role: 'employee', count: 2 },
    { jobTitle: 'Driver', department: 'Works', role: 'employee' },
    { jobTitle: 'Security officer', department: 'Works', role: 'employee', count: 2 },
  ],
};

const collegeStaff: StaffPlan = {
  prefix: 'ZVC',
  mailHost: 'zumaview.example',
  mix: { hausa: 26, nupe: 18, yoruba: 16, igbo: 16, tiv: 12, edo: 5, efik: 4, urhobo: 3 },
  seed: 3201,
  town: {
    towns: {
      Suleja: ['Madalla', 'Kwamba', 'Bakasi', 'Anguwan Iya'],
      Abuja: ['Kubwa', 'Zuba', 'Dei-Dei'],
    },
    streets: ['Emir’s Palace Road', 'IBB Way', 'Kaduna Road', 'Morocco Road', 'Field Base Street'],
  },
  posts: [
    { jobTitle: 'Provost', department: 'Administration', role: 'principal', since: 2011 },
    { jobTitle: 'Registrar', department: 'Registry', role: 'registrar', since: 2013 },
    { jobTitle: 'Admission officer', department: 'Registry', role: 'admission_officer' },
    { jobTitle: 'Bursar', department: 'Bursary', role: 'bursar', since: 2015 },
    { jobTitle: 'Cashier', department: 'Bursary', role: 'cashier' },
    { jobTitle: 'HR officer', department: 'Registry', role: 'hr_officer' },
    { jobTitle: 'ICT administrator', department: 'ICT', role: 'ict_administrator' },
    teachers('Computer Science', 8, 'Lecturer'),
    teachers('Business Administration', 7, 'Lecturer'),
    teachers('General Studies', 3, 'Lecturer'),
    teachers('Mathematics and Statistics', 2, 'Lecturer'),
    { jobTitle: 'College librarian', department: 'Library', role: 'employee' },
    { jobTitle: 'Laboratory technologist', department: 'Computer Science', role: 'employee' },
    { jobTitle: 'Secretary', department: 'Registry', role: 'employee', count: 2 },
    { jobTitle: 'Security officer', department: 'Works', role: 'employee' },
  ],
};

const lists = [
  ['departments', 'department'],
  ['jobTitles', 'jobTitle'],
  ['employeeCategories', 'category'],
  ['employeePositions', 'position'],
  ['qualifications', 'qualification'],
  ['educationalQualifications', 'educationalQualification'],
  ['maritalStatuses', 'maritalStatus'],
  ['religions', 'religion'],
  ['guardianRelations', 'nextOfKinRelation'],
] as const;

/** Adds every employee in the plan. Returns each with the role that goes with the job. */
async function insertEmployees(tx: Tx, institutionId: number, plan: StaffPlan) {
  const invented = inventStaff(plan, await areasByState(tx));
  const people = invented.map(({ role, ...employee }) => ({ role, employee: { institutionId, ...employee } }));
  for (const [list, field] of lists)
    await addMissingListValues(
      tx,
      institutionId,
      list,
      people.map(({ employee }) => employee[field]),
    );
  const rows = await tx
    .insert(employees)
    .values(people.map(({ employee }) => employee))
    .returning({ id: employees.id, employeeNumber: employees.employeeNumber });
  // The next employee gets the number after these.
  await tx.insert(counters).values({ institutionId, name: 'employee', value: people.length });
  const ids = new Map(rows.map(({ employeeNumber, id }) => [employeeNumber, id]));
  return people.map(({ role, employee }) => ({ ...employee, id: ids.get(employee.employeeNumber)!, role }));
}

type DemoEmployee = Awaited<ReturnType<typeof insertEmployees>>[number];

function inventStaff({ prefix, mailHost, mix, seed, town, posts }: StaffPlan, areas: Map<string, string[]>) {
  const chance = chanceFrom(seed);
  // A separate generator, so that names stay the same when more facts are added.
  const more = chanceFrom(seed + 7);
  const taken = new Set<string>();
  const filled = posts.flatMap((post) =>
    Array.from({ length: post.count ?? 1 }, (_, at) => ({ ...post, isFirst: at === 0 })),
  );
  return filled.map(({ jobTitle, department, role, since, isFirst }, at) => {
    let family: Family;
    let names: GivenNames;
    let mailbox: string;
    do {
      family = inventFamily(chance, mix);
      names = inventNames(chance, family);
      mailbox = `${plain(names.firstName)}.${plain(family.surname)}`;
    } while (taken.has(mailbox));
    taken.add(mailbox);
    const married = chance.often(60) ? 'Mrs' : 'Miss';
    const employedOn = `${since ?? chance.between(2014, 2025)}-${chance.of(['01', '09'])}-${chance.of(['06', '08', '13', '15'])}`;
    const post = { jobTitle, role, employedOn, isFirst };
    return {
      ...names,
      ...inventFacts(more, { family, mix, town, areas, post, phone: seed * 100 + 50_000 + at }),
      role,
      jobTitle,
      department,
      employedOn,
      employeeNumber: `${prefix}/${String(at + 1).padStart(3, '0')}`,
      title: role === 'principal' ? 'Dr' : names.gender === 'male' ? 'Mr' : married,
      surname: family.surname,
      email: `${mailbox}@${mailHost}`,
      phone: inventedPhone(seed * 100 + at),
    };
  });
}

interface Post {
  jobTitle: string;
  role: RoleKey;
  employedOn: string;
  isFirst: boolean;
}

/** Where the staff of an institution live. */
interface Town {
  towns: Record<string, readonly string[]>;
  streets: readonly string[];
}

const degrees = { 'B.Ed': 34, 'B.Sc': 22, 'B.A': 12, 'M.Ed': 12, 'M.Sc': 8, NCE: 12 };
const papersOf: Partial<Record<RoleKey, [qualification: string, education: string]>> = {
  bursar: ['ICAN', 'B.Sc'],
  cashier: ['ANAN', 'HND'],
  hr_officer: ['CIPM', 'MBA'],
  registrar: ['NIM', 'M.A'],
  principal: ['TRCN', 'PhD'],
};
const papersOfTitle: Record<string, [string, string]> = {
  Librarian: ['LRCN', 'B.A'],
  'College librarian': ['LRCN', 'M.A'],
  'School nurse': ['RN', 'B.Sc'],
  Driver: ['None', 'SSCE'],
  'Security officer': ['None', 'SSCE'],
  Secretary: ['None', 'OND'],
};

/** Everything on a record besides name and job: birth, home, qualifications, next of kin. */
function inventFacts(
  chance: Chance,
  {
    family,
    mix,
    town,
    areas,
    post,
    phone,
  }: {
    family: Family;
    mix: Mix;
    town: Town;
    areas: Map<string, string[]>;
    post: Post;
    phone: number;
  },
) {
  const { jobTitle, role, employedOn } = post;
  const isSenior = ['owner', 'principal'].includes(role);
  const begun = Number(employedOn.slice(0, 4));
  const age = chance.between(isSenior ? 34 : 22, isSenior ? 48 : 41);
  const [qualification, educationalQualification] = papersOfTitle[jobTitle] ??
    papersOf[role] ?? [role === 'teacher' && chance.often(80) ? 'TRCN' : 'None', chance.weighted(degrees)];
  const towns = Object.keys(town.towns);
  const city = chance.often(80) ? towns[0]! : chance.of(towns);
  const kin = chance.of(['Brother', 'Sister', 'Mother', 'Father', 'Other']);
  const relative = inventNames(chance, family, ['Sister', 'Mother'].includes(kin) ? 100 : kin === 'Other' ? 50 : 0);
  return {
    birthDate: `${begun - age}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`,
    maritalStatus: chance.weighted({ Married: 66, Single: 26, Widowed: 5, Separated: 3 }),
    religion: family.religion,
    bloodGroup: chance.weighted({ 'O+': 52, 'A+': 22, 'B+': 18, 'AB+': 3, 'O-': 3, 'A-': 2 }),
    genotype: chance.weighted({ AA: 74, AS: 24, AC: 2 }),
    nationalityId: 'NG',
    countryId: 'NG',
    stateId: family.stateId,
    lgaId: chance.of(areas.get(family.stateId)!),
    city,
    community: chance.of(town.towns[city]!),
    address: `${chance.between(1, 88)} ${chance.of(town.streets)}`,
    mobile: inventedPhone(phone),
    category: isSenior ? 'Management' : role === 'teacher' ? 'Teaching' : 'Non-teaching',
    position: positionOf(role, post.isFirst, begun),
    qualification,
    educationalQualification,
    // Not by chance, so that all other facts stay the same.
    graduationYear: begun - Math.min(age - 21, begun % 5),
    nextOfKinName: `${relative.firstName} ${kin === 'Other' ? inventFamily(chance, mix).surname : family.surname}`,
    nextOfKinPhone: inventedPhone(phone + 500),
    nextOfKinRelation: kin,
  };
}

function positionOf(role: RoleKey, isFirst: boolean, begun: number): string {
  if (['owner', 'principal', 'registrar', 'bursar'].includes(role)) return 'Principal officer';
  if (role === 'teacher' && isFirst) return 'Head of department';
  return begun < 2020 ? 'Senior staff' : 'Junior staff';
}

const two = (n: number) => String(n).padStart(2, '0');

declare module '#web/feature.ts' {
  interface DemoInstitution {
    staff: DemoEmployee[];
  }
}

export const steps: DemoStep[] = [
  {
    place: 30,
    async load(tx, { school, college }) {
      school.staff = await insertEmployees(tx, school.id, schoolStaff);
      college.staff = await insertEmployees(tx, college.id, collegeStaff);
    },
  },
];
