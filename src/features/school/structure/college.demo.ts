import type { StructurePlan } from './structure.demo.ts';

const levels = ['ND 1', 'ND 2'];
const programs = [
  { code: 'NDCS', name: 'National Diploma Computer Science', short: 'Computer Science' },
  { code: 'NDBA', name: 'National Diploma Business Administration', short: 'Business Administration' },
];
const arms = ['A', 'B'];

const of = (program: string, level: string) => arms.map((arm) => `${program} ${level} ${arm}`);
const [cs1, cs2, ba1, ba2] = programs.flatMap(({ code }) => levels.map((level) => of(code, level))) as [
  string[],
  string[],
  string[],
  string[],
];
const first = [...cs1, ...ba1];
const second = [...cs2, ...ba2];

const coursesOf =
  (department: string) =>
  (
    code: string,
    term: number,
    title: string,
    units: number,
    taughtIn: string[],
    more?: { group?: string; noExam?: true },
  ) => ({ code, term, title, units, department, batches: taughtIn, ...more });
const general = coursesOf('General Studies');
const mathematics = coursesOf('Mathematics and Statistics');
const computing = coursesOf('Computer Science');
const business = coursesOf('Business Administration');

export const collegePlan: StructurePlan = {
  sessions: [
    {
      name: '2025/2026',
      startsOn: '2025-09-29',
      endsOn: '2026-08-07',
      closedAt: new Date('2026-08-21T12:00:00Z'),
      terms: [
        { name: 'First Semester', startsOn: '2025-09-29', endsOn: '2026-02-13' },
        { name: 'Second Semester', startsOn: '2026-03-09', endsOn: '2026-08-07' },
      ],
    },
    {
      name: '2026/2027',
      startsOn: '2026-09-28',
      endsOn: '2027-08-06',
      terms: [
        { name: 'First Semester', startsOn: '2026-09-28', endsOn: '2027-02-12', isCurrent: true },
        { name: 'Second Semester', startsOn: '2027-03-08', endsOn: '2027-08-06' },
      ],
    },
  ],
  programs: programs.map(({ code, name }) => ({
    code,
    name,
    seats: 120,
    minimumAge: 16,
    applicationFee: 1_000_000,
    requiresPin: code === 'NDCS',
  })),
  classes: programs.flatMap(({ code }) =>
    levels.map((name, at) => ({
      key: `${code} ${name}`,
      program: code,
      name,
      position: at + 1,
      next: at + 1 < levels.length ? `${code} ${levels[at + 1]}` : undefined,
    })),
  ),
  batches: programs.flatMap(({ code, short }) =>
    levels.flatMap((level) =>
      arms.map((arm) => ({
        key: `${code} ${level} ${arm}`,
        class: `${code} ${level}`,
        arm,
        capacity: 60,
        name: `${level} ${short} ${arm}`,
      })),
    ),
  ),
  courses: [
    general('GNS 101', 1, 'Use of English I', 2, first),
    general('GNS 111', 1, 'Citizenship Education I', 2, first),
    general('GNS 102', 2, 'Communication in English I', 2, first),
    general('GNS 201', 1, 'Use of English II', 2, second),
    general('EED 126', 2, 'Introduction to Entrepreneurship', 3, first),
    general('EED 216', 1, 'Practice of Entrepreneurship', 3, second),
    general('LIB 100', 1, 'Use of the Library', 0, first, { noExam: true }),
    mathematics('MTH 111', 1, 'Logic and Linear Algebra', 3, cs1),
    mathematics('MTH 121', 2, 'Calculus I', 3, cs1),
    mathematics('STA 111', 1, 'Introduction to Statistics', 3, first),
    computing('COM 111', 1, 'Introduction to Computing', 4, cs1),
    computing('COM 112', 1, 'Introduction to Digital Electronics', 4, cs1),
    computing('COM 113', 1, 'Introduction to Programming', 4, cs1),
    computing('COM 121', 2, 'Programming Using C', 4, cs1),
    computing('COM 123', 2, 'Programming Using Java I', 5, cs1),
    computing('COM 211', 1, 'Programming Using Java II', 5, cs2),
    computing('COM 212', 1, 'Introduction to Systems Programming', 4, cs2),
    computing('COM 214', 1, 'File Organisation and Management', 3, cs2),
    computing('COM 221', 2, 'Basic Computer Networking', 4, cs2),
    computing('COM 225', 2, 'Web Technology', 4, cs2, { group: 'Development' }),
    computing('COM 226', 2, 'Computer Systems Troubleshooting', 4, cs2, { group: 'Development' }),
    computing('COM 229', 2, 'Project', 4, cs2, { noExam: true }),
    business('BAM 111', 1, 'Introduction to Business I', 3, ba1),
    business('BAM 112', 1, 'Business Mathematics I', 3, ba1),
    business('BAM 113', 2, 'Principles of Law', 3, ba1),
    business('BAM 114', 1, 'Principles of Economics I', 3, ba1),
    business('ACC 111', 1, 'Principles of Accounting I', 4, ba1),
    business('ACC 121', 2, 'Principles of Accounting II', 4, ba1),
    business('BAM 124', 2, 'Principles of Economics II', 3, ba1),
    business('BAM 211', 1, 'Principles of Management I', 4, ba2),
    business('BAM 212', 1, 'Business Statistics', 3, ba2),
    business('BAM 214', 2, 'Business Law', 3, ba2),
    business('BAM 216', 2, 'Office Management', 3, ba2, { group: 'Management' }),
    business('BAM 217', 2, 'Elements of Human Capital Management', 3, ba2, { group: 'Management' }),
    business('BAM 221', 2, 'Principles of Management II', 4, ba2),
    business('BAM 229', 2, 'Project', 4, ba2, { noExam: true }),
    general('SIW 219', 2, 'Industrial Work Experience', 4, second, { noExam: true }),
  ],
};
