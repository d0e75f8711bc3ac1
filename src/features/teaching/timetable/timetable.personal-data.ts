import { sql } from 'drizzle-orm';
import { heading } from '#kernel/personal-data/data-section.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { mergeBookings } from './merge-bookings.ts';

const keep = 'As long as the timetable: it shows who taught each lesson.';
const erase = { keep: 'What was taught stays; the record it refers to doesn’t identify anyone.' };

/** When employees teach, and when they are not available. */
export const timetablePersonalData: PersonalData = {
  tables: [
    {
      table: 'part_teachers',
      people: ['employee'],
      section: { omit: 'The lessons of the week name the courses.' },
      erase,
      merge: {
        how: 'move',
        same: ['part_id'],
        one: 'course in timetables',
        many: 'courses in timetables',
        undo: { keys: ['part_id', 'employee_id'] },
      },
      retention: { keep },
    },
    {
      table: 'booked_teachers',
      people: ['employee'],
      section: {
        title: 'Lessons',
        order: 32,
        rows: ({ institutionId, personId, words }) => sql`
          select t.name as "Timetable", t.valid_from as "Valid from", k.weekday as "Day of the week",
            lower(k.periods) as "Period", b.name as ${heading(words.batch)}, c.title as "Title"
          from booked_teachers k join timetables t on (t.institution_id, t.id) = (k.institution_id, k.timetable_id)
          join part_courses p on (p.institution_id, p.part_id) = (k.institution_id, k.part_id)
          join batches b on (b.institution_id, b.id) = (p.institution_id, p.batch_id)
          join courses c on (c.institution_id, c.id) = (p.institution_id, p.course_id)
          where k.institution_id = ${institutionId} and k.employee_id = ${personId} and t.published_at is not null
          order by t.valid_from, t.id, k.weekday, lower(k.periods), b.name`,
      },
      erase,
      merge: {
        how: 'combine',
        one: 'lesson',
        many: 'lessons',
        run: mergeBookings,
        undo: { keys: ['employee_id', 'timetable_id', 'lesson_id'] },
      },
      retention: { keep },
    },
    {
      table: 'unavailable_periods',
      people: ['employee'],
      section: {
        title: 'Not available for lessons',
        order: 33,
        rows: ({ institutionId, personId }) => sql`
          select t.name as "Timetable", u.weekday as "Day of the week", u.period as "Period",
            case u.degree when 'never' then 'Not available' else 'Would rather not' end as "Availability"
          from unavailable_periods u join timetables t on (t.institution_id, t.id) = (u.institution_id, u.timetable_id)
          where u.institution_id = ${institutionId} and u.employee_id = ${personId} order by t.id, u.weekday, u.period`,
      },
      erase: 'delete',
      merge: {
        how: 'move',
        same: ['timetable_id', 'weekday', 'period'],
        one: 'period without lessons',
        many: 'periods without lessons',
      },
      retention: { keep: 'As long as the timetable.' },
    },
    {
      table: 'teacher_limits',
      people: ['employee'],
      section: {
        title: 'Limits of lessons',
        order: 34,
        rows: ({ institutionId, personId }) => sql`
          select t.name as "Timetable", l.most_a_day as "Most a day", l.most_a_week as "Most a week"
          from teacher_limits l join timetables t on (t.institution_id, t.id) = (l.institution_id, l.timetable_id)
          where l.institution_id = ${institutionId} and l.employee_id = ${personId} order by t.id`,
      },
      erase: 'delete',
      merge: {
        how: 'move',
        same: ['timetable_id'],
        one: 'limit of lessons',
        many: 'limits of lessons',
        undo: { keys: ['timetable_id', 'employee_id'] },
      },
      retention: { keep: 'As long as the timetable.' },
    },
    {
      table: 'timetable_constraints',
      people: ['employee'],
      section: { omit: 'Settings for building a timetable, which contain nothing about the person.' },
      erase: 'delete',
      merge: { how: 'move', one: 'timetable preference', many: 'timetable preferences' },
      retention: { keep: 'As long as the timetable.' },
    },
    {
      table: 'fet_files',
      people: ['employee'],
      namedBy: () => sql`true`,
      section: { omit: 'An uploaded file from another program; its result is in the timetable.' },
      // Names in it are not linked with records, so an erasure deletes all: they are uploaded again.
      erase: 'delete',
      merge: { how: 'leave', why: 'Nothing in it refers to a record.' },
      retention: { days: 30, job: 'timetable.tidyFetFiles' },
    },
  ],
};
