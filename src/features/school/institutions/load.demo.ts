import type { DemoStep, Product } from '#web/feature.ts';
import type { Tx } from '#kernel/database.ts';
import { seedInstitution } from './seed-institution.ts';

/** The demonstration's secondary school, in a Yoruba city with families from elsewhere. */
export const demoSchool = {
  name: 'Olumo Heights Secondary School',
  shortName: 'Olumo Heights',
  kind: 'secondary',
  motto: 'Learn, serve, excel',
  establishedYear: 2009,
  address: '14 Quarry Road, Ibara',
  city: 'Abeokuta',
  stateId: 'NG-OG',
  phone: '+2349190000101',
  email: 'office@olumoheights.example',
  accent: '#1E6B52',
  admissionNumberPattern: '{year}/{seq:4}',
  employeeNumberPattern: 'OHS/{seq:3}',
  terminology: {
    course: 'Subject',
    courses: 'Subjects',
    batch: 'Class arm',
    batches: 'Class arms',
  },
} as const;

/** The demonstration's college, where the north and the south of the country meet. */
export const demoCollege = {
  name: 'Zuma View College of Technology',
  shortName: 'Zuma View',
  kind: 'college',
  motto: 'Skill with integrity',
  establishedYear: 1994,
  address: 'Kilometre 4, Madalla Road',
  city: 'Suleja',
  stateId: 'NG-NI',
  phone: '+2349190000202',
  email: 'registry@zumaview.example',
  accent: '#7A2E5D',
  admissionNumberPattern: 'ZVC/{yy}/{seq:4}',
  employeeNumberPattern: 'ZVC/{seq:3}',
  terminology: {},
} as const;

type DemoFacts = typeof demoSchool | typeof demoCollege;

/** Inserts one of the demonstration's institutions. */
function insertDemoInstitution(tx: Tx, { name, shortName, kind, ...settings }: DemoFacts, product: Product) {
  return seedInstitution(tx, { name, shortName, kind }, product, { ...settings, countryId: 'NG' });
}

declare module '#web/feature.ts' {
  interface DemoInstitution {
    id: number;
    name: string;
    facts: DemoFacts;
  }
}

export const steps: DemoStep[] = [
  {
    place: 10,
    async load(tx, { school, college, product }) {
      for (const [institution, facts] of [
        [school, demoSchool],
        [college, demoCollege],
      ] as const)
        Object.assign(institution, { facts, name: facts.name, id: await insertDemoInstitution(tx, facts, product) });
    },
  },
];
