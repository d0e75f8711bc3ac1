import type { Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { chanceFrom, type Chance } from '#features/records/geography/chance.demo.ts';
import { names, namesOfFaith } from '#features/records/geography/names.demo.ts';
import { inventedPhone, plain } from '#features/records/geography/people.demo.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import type { DemoStudent } from '#features/people/students/students.demo.ts';

/** The mother with a demo account. */
export interface KnownMother {
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
export async function insertGuardians(tx: Tx, place: Place, known: KnownMother): Promise<Map<number, number>> {
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
