import type { RuleContent } from './rule-content.ts';
import type { CourseChoice } from './rules.queries.ts';

const nothing = {
  averageAtLeast: null,
  compulsory: [],
  passesAtLeast: null,
  passAt: null,
  attendanceAtLeast: null,
  feesPaid: false,
};

/** Rules to begin with, as Nigerian schools and colleges use them; English and Mathematics where they are taught. */
export const rulePresets: { key: string; name: string; content: (courses: CourseChoice[]) => RuleContent }[] = [
  {
    key: 'junior',
    name: 'JSS 1 and 2: average 50, with English and Mathematics',
    content: (courses) => ({
      promote: { ...nothing, averageAtLeast: 50_00, compulsory: coreOf(courses), passAt: 50_00 },
      onTrial: null,
    }),
  },
  {
    key: 'senior',
    name: 'SS 1: 50 in six subjects, English and Mathematics among them',
    content: (courses) => ({
      promote: { ...nothing, passesAtLeast: 6, compulsory: coreOf(courses), passAt: 50_00 },
      onTrial: null,
    }),
  },
  {
    key: 'trial',
    name: 'Primary: average 50; from 45 on trial',
    content: () => ({
      promote: { ...nothing, averageAtLeast: 50_00 },
      onTrial: { ...nothing, averageAtLeast: 45_00 },
    }),
  },
  {
    key: 'college',
    name: 'College: CGPA 2.00; from 1.50 on trial',
    content: () => ({
      promote: { ...nothing, averageAtLeast: 2_00 },
      onTrial: { ...nothing, averageAtLeast: 1_50 },
    }),
  },
];

const coreOf = (courses: CourseChoice[]) =>
  [/^english( language| studies)?$/i, /^(general )?mathematics$/i].flatMap((pattern) => {
    const found = courses.find(({ title }) => pattern.test(title.trim()));
    return found ? [found.id] : [];
  });
