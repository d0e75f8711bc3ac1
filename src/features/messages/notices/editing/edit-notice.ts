import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { notices } from '../notices.schema.ts';
import { lockNotice } from './lock-notice.ts';
import { checkNotice, NoticeFields, tidied } from './notice-fields.ts';

export const EditNotice = edits(NoticeFields);

/** Edits a notice. A published one changes for everybody at once; it is announced once. One that begins
 * earlier than before is announced by the job. */
export const editNotice = editRecord({
  action: 'notices.edit',
  type: 'notice',
  table: notices,
  may: 'notices.edit',
  fields: EditNotice,
  lock: lockNotice,
  together: [['fromDay', 'untilDay']],
  sets: ['batchIds', 'classIds', 'departments'],
  read: ({ input }) => tidied(input),
  check: ({ tx, actor, before, values }) => checkNotice(tx, actor, before.institutionId, values, before.isPublic),
  nameOf: ({ before }) => `the notice ${before.title}`,
});
