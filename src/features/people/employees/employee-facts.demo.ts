import type { Chance } from '#features/records/geography/chance.demo.ts';
import { inventedPhone, inventFamily, inventNames, type Family } from '#features/records/geography/people.demo.ts';
import type { RoleKey } from '#kernel/contracts/role-names.ts';
import type { Mix } from '#features/records/geography/people.demo.ts';

interface Post {
  jobTitle: string;
  role: RoleKey;
  employedOn: string;
  isFirst: boolean;
}

/** Where the staff of an institution live. */
export interface Town {
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
export function inventFacts(
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
