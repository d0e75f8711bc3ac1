import { editRecord } from '#kernel/edit/edit-record.ts';
import { readTexts } from '../fields/read-text.ts';
import { messageTemplates } from '../messages.schema.ts';
import { lockTemplate } from './find-template.ts';
import { EditTemplate, taken } from './template-fields.ts';

/** Changes a template. Messages that were written from it keep their text. */
export const editTemplate = editRecord({
  action: 'messages.editTemplate',
  type: 'message_template',
  table: messageTemplates,
  may: 'messages.send',
  fields: EditTemplate,
  lock: lockTemplate,
  check: ({ actor, before, values }) =>
    readTexts(actor, before.institutionId, 'guardians', { subject: values.subject ?? '', body: values.body }),
  taken: () => taken,
  nameOf: ({ values }) => `the message template “${values.name}”`,
});
