import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { lockProgram } from '../lock-rows.ts';
import { inForm, ProgramFields, programTaken, readProgram, refuseSameProgram } from './program-fields.ts';
import { programs } from '../structure.schema.ts';

export const EditProgram = edits(ProgramFields);

/** Edits a program. Existing applications keep their fee. */
export const editProgram = editRecord({
  action: 'structure.editProgram',
  type: 'program',
  table: programs,
  may: 'structure.edit',
  fields: EditProgram,
  lock: lockProgram,
  inForm,
  read: ({ input }) => readProgram(input),
  check: ({ tx, before, values }) => refuseSameProgram(tx, before.institutionId, values, before.id),
  taken: ({ values }) => programTaken(values.code, values.name),
  nameOf: ({ values }) => values.name,
});
