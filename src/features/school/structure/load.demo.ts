import type { DemoStep } from '#web/feature.ts';
import { collegePlan } from './college.demo.ts';
import { insertStructure, insertTeaching, type DemoBatch, type StructurePlan } from './structure.demo.ts';

const junior = ['JSS 1', 'JSS 2', 'JSS 3'];
const senior = ['SS 1', 'SS 2', 'SS 3'];
const ladder = [...junior, ...senior];
const arms = ['A', 'B', 'C'];
const capacities: Record<string, number> = {
  'JSS 1': 40,
  'JSS 2': 40,
  'JSS 3': 38,
  'SS 1': 38,
  'SS 2': 38,
  'SS 3': 36,
};

const of = (classes: string[], ofArms = arms) => classes.flatMap((name) => ofArms.map((arm) => `${name} ${arm}`));
const all = of(ladder);
const juniors = of(junior);
const seniors = of(senior);
// From SS 1 on, arm A is for sciences, B for business, C for humanities.
const [science, business, humanities] = arms.map((arm) => of(senior, [arm])) as [string[], string[], string[]];

const schoolPlan: StructurePlan = {
  sessions: [
    {
      name: '2025/2026',
      startsOn: '2025-09-15',
      endsOn: '2026-07-24',
      closedAt: new Date('2026-07-31T12:00:00Z'),
      terms: [
        { name: 'First Term', startsOn: '2025-09-15', endsOn: '2025-12-19' },
        { name: 'Second Term', startsOn: '2026-01-12', endsOn: '2026-04-10' },
        { name: 'Third Term', startsOn: '2026-05-04', endsOn: '2026-07-24' },
      ],
    },
    {
      name: '2026/2027',
      startsOn: '2026-09-14',
      endsOn: '2027-07-23',
      terms: [
        { name: 'First Term', startsOn: '2026-09-14', endsOn: '2026-12-18', isCurrent: true },
        { name: 'Second Term', startsOn: '2027-01-11', endsOn: '2027-04-09' },
        { name: 'Third Term', startsOn: '2027-05-03', endsOn: '2027-07-23' },
      ],
    },
  ],
  programs: [
    { code: 'JSS', name: 'Junior Secondary', seats: 120, minimumAge: 10, applicationFee: 500_000 },
    { code: 'SSS', name: 'Senior Secondary', seats: 114, minimumAge: 13, applicationFee: 500_000 },
  ],
  classes: ladder.map((name, at) => ({
    key: name,
    program: junior.includes(name) ? 'JSS' : 'SSS',
    name,
    position: (at % 3) + 1,
    next: ladder[at + 1],
  })),
  batches: ladder.flatMap((name) =>
    arms.map((arm) => ({
      key: `${name} ${arm}`,
      class: name,
      arm,
      name: `${name} ${arm}`,
      capacity: capacities[name]!,
    })),
  ),
  courses: [
    { code: 'ENG', title: 'English Language', department: 'Languages', batches: all },
    { code: 'MTH', title: 'Mathematics', department: 'Mathematics', batches: all },
    { code: 'CIV', title: 'Civic Education', department: 'Humanities', batches: all },
    { code: 'YOR', title: 'Yoruba', department: 'Languages', group: 'Nigerian language', batches: all },
    {
      code: 'CRS',
      title: 'Christian Religious Studies',
      department: 'Humanities',
      group: 'Religion',
      batches: [...juniors, ...humanities],
    },
    {
      code: 'IRS',
      title: 'Islamic Studies',
      department: 'Humanities',
      group: 'Religion',
      batches: [...juniors, ...humanities],
    },
    { code: 'AGR', title: 'Agricultural Science', department: 'Sciences', batches: [...juniors, ...science] },
    { code: 'FRE', title: 'French', department: 'Languages', group: 'Foreign language', batches: juniors },
    { code: 'BSC', title: 'Basic Science', department: 'Sciences', batches: juniors },
    { code: 'BTE', title: 'Basic Technology', department: 'Technology', batches: juniors },
    { code: 'ICT', title: 'Computer Studies', department: 'Technology', batches: juniors },
    { code: 'SOS', title: 'Social Studies', department: 'Humanities', batches: juniors },
    { code: 'BUS', title: 'Business Studies', department: 'Business', batches: juniors },
    { code: 'HEC', title: 'Home Economics', department: 'Arts', batches: juniors },
    { code: 'CCA', title: 'Cultural and Creative Arts', department: 'Arts', batches: juniors },
    {
      code: 'PHE',
      title: 'Physical and Health Education',
      department: 'Arts',
      noExam: true,
      batches: juniors,
    },
    { code: 'BIO', title: 'Biology', department: 'Sciences', batches: seniors },
    { code: 'ECO', title: 'Economics', department: 'Business', batches: seniors },
    { code: 'DAT', title: 'Data Processing', department: 'Technology', group: 'Trade', batches: seniors },
    { code: 'CHM', title: 'Chemistry', department: 'Sciences', batches: science },
    { code: 'PHY', title: 'Physics', department: 'Sciences', batches: science },
    {
      code: 'FMT',
      title: 'Further Mathematics',
      department: 'Mathematics',
      group: 'Science elective',
      batches: science,
    },
    { code: 'GEO', title: 'Geography', department: 'Humanities', batches: [...science, ...humanities] },
    { code: 'ACC', title: 'Financial Accounting', department: 'Business', batches: business },
    { code: 'COM', title: 'Commerce', department: 'Business', batches: business },
    { code: 'MKT', title: 'Marketing', department: 'Business', group: 'Trade', batches: business },
    { code: 'GOV', title: 'Government', department: 'Humanities', batches: [...business, ...humanities] },
    { code: 'LIT', title: 'Literature in English', department: 'Languages', batches: humanities },
    { code: 'HIS', title: 'History', department: 'Humanities', batches: humanities },
    { code: 'GUI', title: 'Guidance and Counselling', department: 'Humanities', noExam: true, batches: all },
  ],
};

declare module '#web/feature.ts' {
  interface DemoInstitution {
    batches: DemoBatch[];
    sessions: typeof schoolPlan.sessions;
  }
}

const plans = { school: schoolPlan, college: collegePlan };

export const steps: DemoStep[] = [
  {
    place: 20,
    async load(tx, { school, college }) {
      for (const institution of [school, college]) {
        const plan = plans[institution.key];
        const { batches } = await insertStructure(tx, institution.id, plan);
        Object.assign(institution, { batches, sessions: plan.sessions });
      }
    },
  },
  {
    // Once there are teachers.
    place: 40,
    async load(tx, { school, college }) {
      for (const { key, id, batches, staff } of [school, college])
        await insertTeaching(
          tx,
          id,
          plans[key],
          batches,
          staff.filter(({ role }) => role === 'teacher'),
        );
    },
  },
];
