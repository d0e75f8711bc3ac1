import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { CourseFields, courseTaken, refuseSameCourse } from './course-fields.ts';
import { lockCourse } from '../lock-rows.ts';
import { courses } from '../structure.schema.ts';

export const EditCourse = edits(CourseFields);

/** Changes a course wherever it is offered. */
export const editCourse = editRecord({
  action: 'structure.editCourse',
  type: 'course',
  table: courses,
  may: 'structure.edit',
  fields: EditCourse,
  lock: lockCourse,
  check: ({ tx, before, values }) => refuseSameCourse(tx, before.institutionId, values.code, before.id),
  taken: ({ values }) => courseTaken(values.code),
  nameOf: ({ values }) => values.code,
});
