import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { refuseDuplicate, orNotFound } from '#kernel/errors.ts';
import { leaveTypes } from '../leave.schema.ts';
import { checkbox, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { dayCount } from '../balances/set-entitlement.ts';

const TypeFields = z.object({
  name: line(60, 'The name'),
  daysAYear: emptyIsNull(dayCount),
  isPaid: checkbox,
  needsPaper: checkbox,
  isRestricted: checkbox,
  countsAllDays: checkbox,
});
export const CreateType = TypeFields.safeExtend({ institutionId: id });

const typeTaken = (name: string): Record<string, [string, string]> => ({
  leave_types_name: ['name', `There is already a leave type ${name}.`],
});

async function lockType(tx: Tx, actor: Actor, id: number) {
  const [type] = await tx
    .select()
    .from(leaveTypes)
    .where(and(inArray(leaveTypes.institutionId, institutionsWhere(actor, 'leave.edit')), eq(leaveTypes.id, id)))
    .for('no key update');
  return orNotFound(type, 'leave type');
}

export async function createType(tx: Tx, actor: Actor, { institutionId, ...values }: z.output<typeof CreateType>) {
  allow(actor, 'leave.edit', institutionId);
  const [type] = await refuseDuplicate(
    tx
      .insert(leaveTypes)
      .values({ ...values, institutionId })
      .returning({ id: leaveTypes.id }),
    typeTaken(values.name),
  );
  await record(tx, actor, 'leave.createType', {
    institutionId,
    summary: `added the leave type ${values.name}`,
    subject: { type: 'leave_type', id: type!.id },
    details: values,
  });
}

export const EditType = edits(TypeFields);

/** Edits a type of leave. What was asked for before keeps its days. */
export const editType = editRecord({
  action: 'leave.editType',
  type: 'leave_type',
  table: leaveTypes,
  may: 'leave.edit',
  fields: EditType,
  lock: lockType,
  taken: ({ values }) => typeTaken(values.name),
  nameOf: ({ before }) => before.name,
});

/** Takes a type of leave out of use, or back into it. Returns its name. */
export async function retireType(tx: Tx, actor: Actor, id: number, isRetired: boolean): Promise<string> {
  const { institutionId, name, retiredAt } = await lockType(tx, actor, id);
  allow(actor, 'leave.edit', institutionId);
  if ((retiredAt !== null) === isRetired) return name;
  await tx
    .update(leaveTypes)
    .set({ retiredAt: isRetired ? (sql`now()` as never) : null })
    .where(hasKey(leaveTypes, institutionId, id));
  await record(tx, actor, isRetired ? 'leave.retireType' : 'leave.restoreType', {
    institutionId,
    summary: `${isRetired ? 'retired' : 'restored'} the leave type ${name}`,
    subject: { type: 'leave_type', id },
  });
  return name;
}
