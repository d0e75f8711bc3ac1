import { can, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import type { ReportCard, CardCourse } from '../cards/card-promotion.ts';
import { withNames, type PublishedCard } from '../publication/sealed-cards.ts';
import type { DesignPlaceInput } from './design-fields.ts';
import { usualDesign, type CardDesign, type CardLayout } from './card-design.ts';

export interface ProgramChoice {
  id: number;
  name: string;
  /** Whether it has a design of its own for this layout. */
  isOwn: boolean;
}

/** What the designer begins with: the design of the place, else the one that applies there. */
export async function designPage(db: Db, { institutionId, layout, programId }: DesignPlaceInput) {
  const rows = await query<{ programId: number | null; version: number; content: CardDesign }>(db)`
    select d.program_id::bigint as "programId", d.version, d.content from card_designs d
      where d.institution_id = ${institutionId} and d.layout = ${layout} and d.retired_at is null`;
  const programs = await query<{ id: number; name: string }>(db)`
    select id::bigint as id, name from programs where institution_id = ${institutionId} and retired_at is null order by name`;
  const own = rows.find((row) => row.programId === programId);
  const shown = own ?? rows.find((row) => row.programId === null);
  return {
    content: shown?.content ?? usualDesign(layout),
    version: own?.version ?? 0,
    programs: programs.map(({ id, name }): ProgramChoice => ({
      id,
      name,
      isOwn: rows.some((row) => row.programId === id),
    })),
  };
}

/** A published report card to show a design with, to people who see all of them; else a made-up one. */
export async function previewCard(
  db: Db,
  actor: Actor,
  { institutionId, layout, programId }: DesignPlaceInput,
): Promise<{ card: ReportCard; photo: string | null }> {
  const sample = { card: sampleCard(layout), photo: null };
  if (!can(actor, 'results.view', institutionId)) return sample;
  const [found] = await query<{ content: PublishedCard; student: ReportCard['student']; photo: string | null }>(db)`
    select r.content, (select f.stored_as from files f where (f.institution_id, f.id) = (s.institution_id, s.photo_id)) as photo,
      json_build_object('id', s.id, 'surname', s.surname, 'firstName', s.first_name, 'middleName', s.middle_name,
        'number', s.admission_number, 'gender', s.gender) as student
    from published_results r join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    join batches b on (b.institution_id, b.id) = (r.institution_id, r.batch_id)
    join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
    where r.institution_id = ${institutionId} and r.replaced_at is null and r.content ->> 'layout' = ${layout}
      and (${programId}::bigint is null or c.program_id = ${programId}::bigint)
    order by r.id desc limit 1`;
  if (!found) return sample;
  // What was not known when it was published is shown as in the sample.
  const { fees, ratings, attendance, remarks } = sample.card;
  const known = withNames(found.content, found.student);
  return { card: { fees, ratings, attendance, remarks, ...known }, photo: found.photo };
}

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
function sampleCard(layout: CardLayout): ReportCard {
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
