import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { checkClass, ClassFields, classTaken } from './class-fields.ts';
import { lockClass } from '../lock-rows.ts';
import { classes } from '../structure.schema.ts';

export const EditClass = edits(ClassFields);

/** Changes a class, its program and the class that follows it. */
export const editClass = editRecord({
  action: 'structure.editClass',
  type: 'class',
  table: classes,
  may: 'structure.edit',
  fields: EditClass,
  lock: lockClass,
  check: ({ tx, actor, before, values }) => checkClass(tx, actor, before.institutionId, values, before.id),
  taken: ({ actor, before, values }) => classTaken(actor, before.institutionId, values.name),
  nameOf: ({ values }) => values.name,
});
