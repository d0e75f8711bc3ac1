import { editRecord } from '#kernel/edit/edit-record.ts';
import { attendanceCodes } from '../attendance.schema.ts';
import { codeTaken, EditCode } from './code-fields.ts';
import { lockCode } from './find-code.ts';

/** Renames a code, also where it was marked. Its meaning stays, because totals were counted with it. */
export const editCode = editRecord({
  action: 'attendance.editCode',
  type: 'attendance_code',
  table: attendanceCodes,
  may: 'attendance.edit',
  fields: EditCode,
  lock: lockCode,
  taken: ({ values }) => codeTaken(values.letters),
  nameOf: ({ before }) => `the code ${before.letters}`,
});
