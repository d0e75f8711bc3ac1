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
    ...{ code, name, seats: 120, minimumAge: 16, applicationFee: 1_000_000 },
    requiresPin: code === 'NDCS',
  })),
  classes: programs.flatMap(({ code }) =>
    levels.map((name, at) => ({
      ...{ key: `${code} ${name}`, program: code, name, position: at + 1 },
      next: at + 1 < levels.length ? `${code} ${levels[at + 1]}` : undefined,
    })),
  ),
  batches: programs.flatMap(({ code, short }) =>
    levels.flatMap((level) =>
      arms.map((arm) => ({
        ...{ key: `${code} ${level} ${arm}`, class: `${code} ${level}`, arm, capacity: 60 },
        name: `${level} ${short} ${arm}`,
      })),
    ),
  ),
  courses: [
    { code: 'GNS 101', title: 'Use of English I', units: 2, department: 'General Studies', batches: first },
    { code: 'GNS 111', title: 'Citizenship Education I', units: 2, department: 'General Studies', batches: first },
    { code: 'GNS 102', title: 'Communication in English I', units: 2, department: 'General Studies', batches: first },
    { code: 'GNS 201', title: 'Use of English II', units: 2, department: 'General Studies', batches: second },
    {
      code: 'EED 126',
      title: 'Introduction to Entrepreneurship',
      units: 3,
      department: 'General Studies',
      batches: first,
    },
    {
      code: 'EED 216',
      title: 'Practice of Entrepreneurship',
      units: 3,
      department: 'General Studies',
      batches: second,
    },
    {
      code: 'LIB 100',
      title: 'Use of the Library',
      units: 0,
      department: 'General Studies',
      noExam: true,
      batches: first,
    },
    {
      code: 'MTH 111',
      title: 'Logic and Linear Algebra',
      units: 3,
      department: 'Mathematics and Statistics',
      batches: cs1,
    },
    { code: 'MTH 121', title: 'Calculus I', units: 3, department: 'Mathematics and Statistics', batches: cs1 },
    {
      code: 'STA 111',
      title: 'Introduction to Statistics',
      units: 3,
      department: 'Mathematics and Statistics',
      batches: first,
    },
    { code: 'COM 111', title: 'Introduction to Computing', units: 4, department: 'Computer Science', batches: cs1 },
    {
      code: 'COM 112',
      title: 'Introduction to Digital Electronics',
      units: 4,
      department: 'Computer Science',
      batches: cs1,
    },
    { code: 'COM 113', title: 'Introduction to Programming', units: 4, department: 'Computer Science', batches: cs1 },
    { code: 'COM 121', title: 'Programming Using C', units: 4, department: 'Computer Science', batches: cs1 },
    { code: 'COM 123', title: 'Programming Using Java I', units: 5, department: 'Computer Science', batches: cs1 },
    { code: 'COM 211', title: 'Programming Using Java II', units: 5, department: 'Computer Science', batches: cs2 },
    {
      code: 'COM 212',
      title: 'Introduction to Systems Programming',
      units: 4,
      department: 'Computer Science',
      batches: cs2,
    },
    {
      code: 'COM 214',
      title: 'File Organisation and Management',
      units: 3,
      department: 'Computer Science',
      batches: cs2,
    },
    { code: 'COM 221', title: 'Basic Computer Networking', units: 4, department: 'Computer Science', batches: cs2 },
    {
      code: 'COM 225',
      title: 'Web Technology',
      units: 4,
      department: 'Computer Science',
      group: 'Development',
      batches: cs2,
    },
    {
      code: 'COM 226',
      title: 'Computer Systems Troubleshooting',
      units: 4,
      department: 'Computer Science',
      group: 'Development',
      batches: cs2,
    },
    { code: 'COM 229', title: 'Project', units: 4, department: 'Computer Science', noExam: true, batches: cs2 },
    {
      code: 'BAM 111',
      title: 'Introduction to Business I',
      units: 3,
      department: 'Business Administration',
      batches: ba1,
    },
    { code: 'BAM 112', title: 'Business Mathematics I', units: 3, department: 'Business Administration', batches: ba1 },
    { code: 'BAM 113', title: 'Principles of Law', units: 3, department: 'Business Administration', batches: ba1 },
    {
      code: 'BAM 114',
      title: 'Principles of Economics I',
      units: 3,
      department: 'Business Administration',
      batches: ba1,
    },
    {
      code: 'ACC 111',
      title: 'Principles of Accounting I',
      units: 4,
      department: 'Business Administration',
      batches: ba1,
    },
    {
      code: 'BAM 211',
      title: 'Principles of Management I',
      units: 4,
      department: 'Business Administration',
      batches: ba2,
    },
    { code: 'BAM 212', title: 'Business Statistics', units: 3, department: 'Business Administration', batches: ba2 },
    { code: 'BAM 214', title: 'Business Law', units: 3, department: 'Business Administration', batches: ba2 },
    {
      code: 'BAM 216',
      title: 'Office Management',
      units: 3,
      department: 'Business Administration',
      group: 'Management',
      batches: ba2,
    },
    {
      code: 'BAM 217',
      title: 'Elements of Human Capital Management',
      units: 3,
      department: 'Business Administration',
      group: 'Management',
      batches: ba2,
    },
    { code: 'BAM 229', title: 'Project', units: 4, department: 'Business Administration', noExam: true, batches: ba2 },
    {
      code: 'SIW 219',
      title: 'Industrial Work Experience',
      units: 4,
      department: 'General Studies',
      noExam: true,
      batches: second,
    },
  ],
};
