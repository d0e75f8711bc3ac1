import type { CardCourse, ReportCard } from '../cards/report-card.ts';
import type { CardLayout } from './card-design.ts';

const titles = [
  'Agricultural Science',
  'Basic Science',
  'Business Studies',
  'Civic Education',
  'Computer Studies',
  'Cultural and Creative Arts',
  'English Language',
  'Home Economics',
  'Mathematics',
  'Social Studies',
];

const schoolKey = [
  { from: 70_00, grade: 'A', points: 0, remark: 'Excellent' },
  { from: 60_00, grade: 'B', points: 0, remark: 'Very good' },
  { from: 50_00, grade: 'C', points: 0, remark: 'Good' },
  { from: 40_00, grade: 'D', points: 0, remark: 'Pass' },
  { from: 0, grade: 'F', points: 0, remark: 'Fail' },
];
const collegeKey = schoolKey.map((band, at) => ({ ...band, points: [5_00, 4_00, 3_00, 2_00, 0][at]! }));

/** A made-up report card, to show a design with where nothing is published yet. */
export function sampleCard(layout: CardLayout): ReportCard {
  const isCollege = layout === 'college';
  const gradeKey = isCollege ? collegeKey : schoolKey;
  const courses = titles.map((title, at): CardCourse => {
    const total = 48 + ((at * 37) % 45);
    const band = gradeKey.find(({ from }) => total * 100 >= from)!;
    return {
      id: at + 1,
      code: `${title.slice(0, 3).toUpperCase()} ${101 + at}`,
      title,
      units: 2 + (at % 2),
      parts: ['test', 'examination'],
      status: 'complete',
      total: String(total),
      grade: band.grade,
      entries: { test: Math.floor(total * 0.4) * 100, examination: (total - Math.floor(total * 0.4)) * 100 },
      points: isCollege ? band.points : null,
      remark: band.remark,
      passed: true,
      earlier: isCollege ? [] : [String(total - 4), String(total + 3)],
      cumulative: isCollege ? null : `${3 * total - 1}/3`,
      position: isCollege ? null : { position: 1 + ((at * 7) % 12), of: 32, tied: false },
      average: '58.4',
      highest: '91',
      lowest: '31',
    };
  });
  const units = courses.reduce((sum, course) => sum + course.units, 0);
  const points = courses.reduce((sum, course) => sum + course.units * (course.points ?? 0), 0);
  const gpa = { units, points, value: `${points}/${100 * units}` };
  const sum = courses.reduce((all, { total }) => all + Number(total), 0);
  return {
    layout,
    student: {
      id: 0,
      surname: 'Oluwaseun-Adeyemi',
      firstName: 'Temitope',
      middleName: 'Grace',
      number: '2026/0001',
      gender: 'female',
    },
    session: '2026/2027',
    term: isCollege ? 'First Semester' : 'Third Term',
    earlierTerms: [],
    courses,
    gradeKey,
    ...(isCollege
      ? { batch: 'ND 1 A', className: 'ND 1', program: 'National Diploma' }
      : { batch: 'JSS 2 A', className: 'JSS 2', program: 'Junior Secondary', earlierTerms: ['1st Term', '2nd Term'] }),
    components: [
      { key: 'test', name: isCollege ? 'Continuous assessment' : 'Tests', maximum: 40_00 },
      { key: 'examination', name: 'Examination', maximum: 60_00 },
    ],
    summary: {
      counted: courses.length,
      passed: courses.length,
      sum: String(sum),
      average: `${sum}/${courses.length}`,
      earlier: isCollege ? [] : ['66.2', '71.8'],
      cumulative: isCollege ? null : '69.4',
      inBatch: isCollege ? null : { position: 4, of: 32, tied: false },
      inClass: null,
      notRanked: null,
      studentsInBatch: 32,
      repeats: [],
      ...(isCollege ? { gpa, previous: gpa, cgpa: gpa } : { gpa: null, previous: null, cgpa: null }),
    },
    traits: ['Neatness', 'Punctuality', 'Reliability', 'Initiative', 'Handwriting', 'Games and sports'],
    ratings: ['Neatness', 'Punctuality', 'Reliability', 'Initiative', 'Handwriting', 'Games and sports'].map(
      (trait, at) => ({ trait, rating: 'AABBCA'.charAt(at) }),
    ),
    attendance: { opened: 118, present: 114 },
    remarks: {
      teacher: 'Temitope works with care, asks good questions and helps others. A very good result.',
      principal: 'A very good result. Keep it up.',
    },
    fees: { owed: 25_000_00, currency: 'NGN' },
    nextTermBegins: '2027-09-13',
  };
}
