import { sql } from 'drizzle-orm';
import { fieldsIn } from '#kernel/contracts/report-fields.ts';
import { isNo, isYes, type ListRule, type MeaningsOf } from '#kernel/contracts/report-list.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { programOptions, seeing, visibleIn } from '../structure-in-view.ts';
import type { CourseFilter } from './courses.queries.ts';

const level = fieldsIn('class', 'class');
const ofProgram = fieldsIn('class', 'class', { joins: ['level_program'], width: 24 });
const now = fieldsIn('class', 'session', { joins: ['seated_now'], isSummed: true, width: 10 });
const course = fieldsIn('course', 'course');
const taught = fieldsIn('course', 'session', { joins: ['taught_now'], isSummed: true, width: 12 });

const batchesNow = (operator: 'is' | 'more_than'): ListRule => ({ field: 'batch_count', operator, values: ['0'] });

/** What reports can show of classes and courses. */
export const catalogueReports: Required<ReportParts> = {
  subjects: [
    {
      name: 'class',
      label: 'Classes',
      one: 'class',
      many: 'classes',
      place: 82,
      from: sql`classes level`,
      id: sql`level.id`,
      institutionId: sql`level.institution_id`,
      rowName: sql`level.name`,
      order: sql`level.name collate "C"`,
      href: null,
      seeing,
      exporting: 'structure.view',
      visible: visibleIn(sql`level.institution_id`),
      groups: { class: 'Class', session: 'This session' },
      usual: ['program', 'class', 'promotes_to'],
    },
    {
      name: 'course',
      label: 'Courses',
      one: 'course',
      many: 'courses',
      place: 84,
      from: sql`courses course`,
      id: sql`course.id`,
      institutionId: sql`course.institution_id`,
      rowName: sql`course.title`,
      order: sql`lower(course.title) collate "C"`,
      href: null,
      seeing,
      exporting: 'structure.view',
      visible: visibleIn(sql`course.institution_id`),
      groups: { course: 'Course', session: 'This session' },
      usual: ['title', 'code'],
    },
  ],
  lists: [
    {
      name: 'classes',
      subject: 'class',
      filters: {},
      columns: { name: ['program', 'class'], next: ['promotes_to'], batches: ['batch_count'] },
      sorts: { '': ['program', 'position'] },
    },
    {
      name: 'courses',
      subject: 'course',
      filters: {
        state: { rules: { active: [isNo('is_retired')], retired: [isYes('is_retired')] } },
        offered: { rules: { yes: [batchesNow('more_than')], no: [batchesNow('is')] } },
      } satisfies MeaningsOf<CourseFilter>,
      columns: {
        title: ['title'],
        code: ['code'],
        units: ['credit_units'],
        group: ['elective_group'],
        batches: ['batch_count'],
        exam: ['has_exam'],
        state: ['is_retired'],
      },
    },
  ],
  joins: [
    {
      subject: 'class',
      name: 'level_program',
      sql: sql`join programs level_program on (level_program.institution_id, level_program.id) = (level.institution_id, level.program_id)`,
    },
    {
      subject: 'class',
      name: 'next_level',
      sql: sql`left join classes next_level on (next_level.institution_id, next_level.id) = (level.institution_id, level.next_class_id)`,
    },
    {
      subject: 'class',
      name: 'seated_now',
      sql: sql`left join lateral (
        select count(distinct b.id)::int as batches, coalesce(sum(n.students), 0)::int as students
        from batches b join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
        left join batch_counts n on n.institution_id = b.institution_id and n.batch_id = b.id
        where b.institution_id = level.institution_id and b.class_id = level.id and y.is_current) seated_now on true`,
    },
    {
      subject: 'course',
      name: 'taught_now',
      sql: sql`left join lateral (
        select count(*)::int as batches, count(*) filter (where o.employee_id is null)::int as untaught,
          count(distinct o.employee_id)::int as teachers
        from course_offerings o join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
        join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
        where o.institution_id = course.institution_id and o.course_id = course.id and y.is_current) taught_now on true`,
    },
  ],
  fields: [
    level.text('class', 'Class', sql`level.name`, { word: 'class', width: 16 }),
    ofProgram.choice('program', 'Programme', sql`level_program.name`, {
      code: sql`level.program_id`,
      isId: true,
      options: programOptions(seeing),
    }),
    level.number('position', 'Place in the program', sql`level.position`, { width: 10 }),
    level.text('promotes_to', 'Promotes to', sql`next_level.name`, { joins: ['next_level'], width: 16 }),
    now.number('batch_count', 'Batches', sql`seated_now.batches`, { word: 'batches' }),
    now.number('students', 'Students', sql`seated_now.students`, { needs: 'students.view' }),
    course.text('title', 'Title', sql`course.title`, { width: 30 }),
    course.text('code', 'Code', sql`course.code`, { width: 12 }),
    course.number('credit_units', 'Credit units', sql`course.credit_units`, { width: 8 }),
    course.text('elective_group', 'Elective group', sql`course.elective_group`, { width: 18 }),
    course.yesNo('has_exam', 'Examined', sql`not course.no_exam`, { width: 10 }),
    course.yesNo('is_retired', 'Archived', sql`course.retired_at is not null`, { width: 10 }),
    taught.number('batch_count', 'Batches', sql`taught_now.batches`, { word: 'batches' }),
    taught.number('teacher_count', 'Teachers', sql`taught_now.teachers`),
    taught.number('batches_without_teacher', 'Without a teacher', sql`taught_now.untaught`),
  ],
};
