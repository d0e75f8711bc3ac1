import { juniorSubjects, nurserySubjects, primarySubjects } from './basic-subjects.ts';
import type { Preset, PresetProgram, PresetSubject } from './preset-fields.ts';

const before = 'Curriculum before 2025';
const trade = 'Trade';
const language = 'Nigerian language';
const religion = 'Religion';

/** As most schools divide them: arm A for sciences, B for business, C for humanities. */
const [science, business, humanities] = ['A', 'B', 'C'] as const;

const seniorSubjects: readonly PresetSubject[] = [
  { code: 'ENG', title: 'English Language' },
  { code: 'MTH', title: 'Mathematics' },
  { code: 'CHS', title: 'Citizenship and Heritage Studies' },
  { code: 'DIT', title: 'Digital Technologies' },
  { code: 'FDG', title: 'Fashion Design and Garment Making', group: trade },
  { code: 'CHG', title: 'Computer Hardware and GSM Repairs', group: trade },
  { code: 'ECO', title: 'Economics' },
  { code: 'BIO', title: 'Biology', arms: science },
  { code: 'CHM', title: 'Chemistry', arms: science },
  { code: 'PHY', title: 'Physics', arms: science },
  { code: 'FMT', title: 'Further Mathematics', arms: science },
  { code: 'AGR', title: 'Agricultural Science', arms: science },
  { code: 'GEO', title: 'Geography', arms: `${science}, ${humanities}` },
  { code: 'ACC', title: 'Accounting', arms: business },
  { code: 'COM', title: 'Commerce', arms: business },
  { code: 'MKT', title: 'Marketing', arms: business },
  { code: 'GOV', title: 'Government', arms: `${business}, ${humanities}` },
  { code: 'LIT', title: 'Literature in English', arms: humanities },
  { code: 'NHI', title: 'Nigerian History', arms: humanities },
  { code: 'CRS', title: 'Christian Religious Studies', group: religion, arms: humanities },
  { code: 'IRS', title: 'Islamic Studies', group: religion, arms: humanities },
  { code: 'HAU', title: 'Hausa', group: language, arms: humanities },
  { code: 'IGB', title: 'Igbo', group: language, arms: humanities },
  { code: 'YOR', title: 'Yoruba', group: language, arms: humanities },
  { code: 'TDR', title: 'Technical Drawing', arms: science, isOff: true },
  { code: 'PED', title: 'Physical Education', arms: science, isOff: true },
  { code: 'HED', title: 'Health Education', arms: science, isOff: true },
  { code: 'FNU', title: 'Foods and Nutrition', arms: science, isOff: true },
  { code: 'VAR', title: 'Visual Arts', arms: humanities, isOff: true },
  { code: 'MUS', title: 'Music', arms: humanities, isOff: true },
  { code: 'HMG', title: 'Home Management', arms: humanities, isOff: true },
  { code: 'CTC', title: 'Catering Craft', arms: humanities, isOff: true },
  { code: 'FRE', title: 'French', arms: humanities, isOff: true },
  { code: 'ARA', title: 'Arabic', arms: humanities, isOff: true },
  { code: 'SPV', title: 'Solar Photovoltaic Installation and Maintenance', group: trade, isOff: true },
  { code: 'LIV', title: 'Livestock Farming', group: trade, isOff: true },
  { code: 'BCO', title: 'Beauty and Cosmetology', group: trade, isOff: true },
  { code: 'HCP', title: 'Horticulture and Crop Production', group: trade, isOff: true },
  { code: 'CIV', title: 'Civic Education', isOff: true, note: before },
  { code: 'DAT', title: 'Data Processing', group: trade, isOff: true, note: before },
  { code: 'ICT', title: 'Computer Studies', isOff: true, note: before },
];

/** NBTE's general courses; those of a department are its own. */
const diplomaCourses: readonly PresetSubject[] = [
  { code: 'GNS 101', title: 'Use of English I', units: 2, term: 1, classes: ['ND 1'] },
  { code: 'GNS 111', title: 'Citizenship Education I', units: 2, term: 1, classes: ['ND 1'] },
  { code: 'GNS 102', title: 'Communication in English I', units: 2, term: 2, classes: ['ND 1'] },
  { code: 'GNS 121', title: 'Citizenship Education II', units: 2, term: 2, classes: ['ND 1'] },
  { code: 'EED 126', title: 'Introduction to Entrepreneurship', units: 2, term: 2, classes: ['ND 1'] },
  { code: 'GNS 201', title: 'Use of English II', units: 2, term: 1, classes: ['ND 2'] },
  { code: 'EED 216', title: 'Practice of Entrepreneurship', units: 2, term: 1, classes: ['ND 2'] },
  { code: 'GNS 202', title: 'Communication in English II', units: 2, term: 2, classes: ['ND 2'] },
];

const higherDiplomaCourses: readonly PresetSubject[] = [
  { code: 'GNS 301', title: 'Use of English III', units: 2, term: 1, classes: ['HND 1'] },
  { code: 'GNS 302', title: 'Communication in English III', units: 2, term: 2, classes: ['HND 1'] },
  { code: 'GNS 401', title: 'Communication in English IV', units: 2, term: 1, classes: ['HND 2'] },
  { code: 'EED 413', title: 'Entrepreneurship Development', units: 2, term: 1, classes: ['HND 2'] },
];

/** NUC's general courses. */
const degreeCourses: readonly PresetSubject[] = [
  { code: 'GST 111', title: 'Communication in English', units: 2, term: 1, classes: ['100 Level'] },
  { code: 'GST 112', title: 'Nigerian Peoples and Culture', units: 2, term: 2, classes: ['100 Level'] },
  { code: 'GST 212', title: 'Philosophy, Logic and Human Existence', units: 2, term: 1, classes: ['200 Level'] },
  { code: 'ENT 211', title: 'Entrepreneurship and Innovation', units: 2, term: 2, classes: ['200 Level'] },
  { code: 'GST 312', title: 'Peace and Conflict Resolution', units: 2, term: 1, classes: ['300 Level'] },
  { code: 'ENT 312', title: 'Venture Creation', units: 2, term: 2, classes: ['300 Level'] },
];

const numbered = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word} ${at + 1}`);

const nursery: PresetProgram = {
  key: 'nursery',
  code: 'NUR',
  name: 'Nursery',
  promotesTo: 'primary',
  classes: ['Creche', ...numbered('Nursery', 3)],
  subjects: nurserySubjects.map((subject) => ({ ...subject, classes: numbered('Nursery', 3) })),
};
const primary: PresetProgram = {
  key: 'primary',
  code: 'PRI',
  name: 'Primary',
  promotesTo: 'junior',
  classes: numbered('Primary', 6),
  subjects: primarySubjects,
};
const junior: PresetProgram = {
  key: 'junior',
  code: 'JSS',
  name: 'Junior Secondary',
  promotesTo: 'senior',
  classes: numbered('JSS', 3),
  subjects: juniorSubjects,
};
const senior: PresetProgram = {
  key: 'senior',
  code: 'SSS',
  name: 'Senior Secondary',
  classes: numbered('SS', 3),
  subjects: seniorSubjects,
};

const school = { calendar: 'terms', arms: 'A, B, C', seats: 40, isTertiary: false } as const;
const tertiary = { calendar: 'semesters', arms: '', seats: 100, isTertiary: true } as const;

export const presets = {
  nursery: { ...school, label: 'Nursery school', arms: 'A', seats: 25, programs: [nursery] },
  primary: { ...school, label: 'Primary school', seats: 35, programs: [primary] },
  nursery_primary: { ...school, label: 'Nursery and primary school', seats: 30, programs: [nursery, primary] },
  secondary: { ...school, label: 'Secondary school, JSS 1 to SS 3', programs: [junior, senior] },
  basic_secondary: { ...school, label: 'Primary and secondary school', programs: [primary, junior, senior] },
  polytechnic: {
    ...tertiary,
    label: 'Polytechnic or college, ND and HND',
    programs: [
      {
        key: 'nd',
        code: 'ND',
        name: 'National Diploma',
        classes: numbered('ND', 2),
        subjects: diplomaCourses,
      },
      {
        key: 'hnd',
        code: 'HND',
        name: 'Higher National Diploma',
        classes: numbered('HND', 2),
        subjects: higherDiplomaCourses,
      },
    ],
  },
  university: {
    ...tertiary,
    label: 'University, by level',
    programs: [
      {
        key: 'degree',
        code: 'BSC',
        name: 'Bachelor of Science',
        classes: ['100 Level', '200 Level', '300 Level', '400 Level'],
        subjects: degreeCourses,
      },
    ],
  },
} satisfies Record<string, Preset>;

export type PresetKey = keyof typeof presets;
export const presetKeys = Object.keys(presets) as [PresetKey, ...PresetKey[]];

/** The preset for a kind of institution. */
export const usualPreset = (kind: string): PresetKey =>
  kind === 'college' ? 'polytechnic' : kind in presets ? (kind as PresetKey) : 'secondary';
