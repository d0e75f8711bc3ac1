import type { Chance } from '#features/records/geography/chance.demo.ts';
import { inventedPhone, inventFamily, inventNames, plain, type Mix } from '#features/records/geography/people.demo.ts';
import type { Answers, ResultAnswer } from './intake-needs.ts';
import type { ApplicationState } from './admissions.ts';
import type { IntakePlan } from './intake-plans.demo.ts';
import type { PersonNames } from '#ui/format.ts';

export type DemoApplication = DemoApplicant & { id: number; score: number | null; sentAt: Date | null };

const towns = ['Abeokuta', 'Sagamu', 'Ijebu Ode', 'Ota', 'Ilaro', 'Ado-Odo'];
const streets = ['Adatan', 'Lafenwa', 'Kuto', 'Ibara', 'Onikolobo', 'Asero'];
const schools = ['Asero Primary School', 'St. Leo’s Primary School', 'Model School Kuto', 'Baptist Day School'];
const subjects = ['English Language', 'Mathematics', 'Economics', 'Civic Education', 'Computer Studies'];
const grades = ['B2', 'B3', 'C4', 'C5', 'C6'];

/** Marks by state: a decision follows the cut-off. */
const markedAs: Partial<Record<ApplicationState, [above: number, spread: number]>> = {
  under_review: [-8, 20],
  offered: [4, 30],
  waiting_list: [-6, 6],
  rejected: [-25, 15],
  accepted: [10, 30],
  admitted: [12, 30],
};

export interface DemoApplicant extends PersonNames {
  status: ApplicationState;
  gender: 'female' | 'male';
  birthDate: string;
  phone: string;
  email: string | null;
  answers: Answers;
  /** Marks in the two papers of the examination; null before it. */
  marks: [number, number] | null;
  /** How many days ago it was begun, and sent. */
  startedAgo: number;
}

/** The applicants of an intake, in the order in which they began. */
export function inventApplicants(
  chance: Chance,
  plan: IntakePlan,
  mix: Mix,
  areas: Map<string, string[]>,
  seed: number,
): DemoApplicant[] {
  const states = Object.entries(plan.states).flatMap(([state, n]) =>
    Array<ApplicationState>(n).fill(state as ApplicationState),
  );
  const taken = new Set<string>();
  return chance
    .shuffled(states)
    .map((status, at) => {
      const family = inventFamily(chance, mix);
      let names = inventNames(chance, family);
      while (taken.has(names.firstName + family.surname)) names = inventNames(chance, family);
      taken.add(names.firstName + family.surname);
      const year = 2026 - plan.age - (chance.often(20) ? 1 : 0);
      const day = `${year}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`;
      const phone = inventedPhone(seed + at);
      const parent = inventNames(chance, family, 60);
      const isAdult = plan.age >= 16;
      const mail = `${plain(isAdult ? names.firstName : parent.firstName)}.${plain(family.surname)}@example.ng`;
      return {
        status,
        surname: family.surname,
        ...names,
        birthDate: day,
        phone,
        email: chance.often(60) ? mail : null,
        answers: {
          person: {
            city: chance.of(towns),
            address: `${chance.between(2, 80)} ${chance.of(streets)} Road`,
            countryId: 'NG',
            stateId: family.stateId,
            lgaId: chance.of(areas.get(family.stateId)!),
            religion: isAdult ? null : family.religion,
          },
          guardians: isAdult
            ? []
            : [
                {
                  title: parent.gender === 'female' ? 'Mrs' : 'Mr',
                  surname: family.surname,
                  firstName: parent.firstName,
                  mobile: phone,
                  occupation: chance.of(['Trader', 'Teacher', 'Nurse', 'Tailor']),
                  relation: parent.gender === 'female' ? 'Mother' : 'Father',
                },
              ],
          schools: [{ name: chance.of(schools), from: String(year + 6), to: String(year + plan.age) }],
          results: isAdult ? [resultOf(chance, at)] : [],
        },
        marks: marksOf(chance, status, plan.cutoff),
        startedAgo:
          (status === 'submitted' || status === 'draft' ? chance.between(12, 130) : chance.between(130, 280)) / 10,
      } satisfies DemoApplicant;
    })
    .toSorted((one, other) => other.startedAgo - one.startedAgo);
}

const two = (n: number) => String(n).padStart(2, '0');

function marksOf(chance: Chance, status: ApplicationState, cutoff: number): [number, number] | null {
  const range = markedAs[status];
  if (!range) return null;
  const [above, spread] = range;
  const total = Math.min(96, Math.max(12, cutoff + above + chance.below(spread)));
  const english = Math.min(50, Math.max(0, Math.round(total / 2) + chance.between(-4, 4)));
  return [english, Math.min(50, Math.max(0, total - english))];
}

const resultOf = (chance: Chance, at: number): ResultAnswer => ({
  examination: 'WAEC',
  year: '2026',
  number: `42301${String(1000 + at)}`,
  subjects: subjects.map((subject) => ({ subject, grade: chance.of(grades) })),
});
