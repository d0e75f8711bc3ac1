import { juniorSubjects, nurserySubjects, primarySubjects } from './basic-subjects.ts';
import { degreeCourses, diplomaCourses, higherDiplomaCourses } from './general-courses.ts';
import type { Preset, PresetProgram } from './preset.ts';
import { seniorSubjects } from './senior-subjects.ts';

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
