import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { audienceInForm, audienceSets } from '../audience/audience-words.ts';
import { checkAudience } from '../audience/check-audience.ts';
import { fees } from '../fees.schema.ts';
import { checkFee } from './check-fee.ts';
import { checkPlaces } from './check-places.ts';
import { titleTaken } from './create-fee.ts';
import { FeeFields, readFine, type FeeInput } from './fee-fields.ts';
import { lockFee, type FeeDetails } from './fee.queries.ts';
import { writeAudience, writeParts } from './write-parts.ts';

export const EditFee = edits(FeeFields);

/** A fee as its form shows it. */
export const feeInForm = (fee: FeeDetails) => ({
  ...fee,
  particulars: fee.particulars.map(({ id, name, categoryId, amount, isOptional }) => ({
    id,
    name,
    categoryId,
    amount,
    isOptional,
  })),
  discounts: fee.discounts.map(({ schemeId }) => ({ schemeId })),
  ...audienceInForm(fee.audience),
});

async function lockForEdit(tx: Tx, actor: Actor, feeId: number) {
  const fee = await lockFee(tx, actor, feeId);
  if (fee.isEnded) throw new ValidationError('form', `${fee.title} has ended and can’t be changed. Copy it instead.`);
  return feeInForm(fee);
}

const isAudience = (field: string) => [...audienceSets, 'joined', 'gender'].includes(field);

/** Changes a fee for bills to come. Invoices keep what they were issued with. */
export const editFee = editRecord({
  action: 'fees.editFee',
  type: 'fee',
  table: fees,
  may: 'fees.edit',
  fields: EditFee,
  lock: lockForEdit,
  sets: audienceSets,
  together: [['fineHow', 'fineAmount', 'finePercent', 'fineGraceDays', 'fineCap']],
  merging: () => ({ words: { particulars: namesOf, instalments: datesOf, discounts: countOf } }),
  read: ({ input }) => {
    const sorted = audienceSets.map((field) => [field, input[field].toSorted((a, b) => a - b)] as const);
    return { ...(input as FeeInput), ...Object.fromEntries(sorted), ...readFine(input as FeeInput) };
  },
  check: async ({ tx, actor, before, values }) => {
    checkFee(values, await checkPlaces(tx, before.institutionId, values));
    await checkAudience(tx, actor, before.institutionId, values.sessionId, values);
  },
  taken: ({ values }) => titleTaken(values.title),
  alsoWrite: async ({ tx, before, values, changes }) => {
    const isChanged = (field: string) => Object.hasOwn(changes, field);
    await writeParts(tx, before, {
      ...(isChanged('particulars') && { particulars: values.particulars }),
      ...(isChanged('instalments') && { instalments: values.instalments }),
      ...(isChanged('discounts') && { discounts: values.discounts }),
    });
    if (Object.keys(changes).some(isAudience)) await writeAudience(tx, before, values);
  },
  nameOf: ({ values }) => values.title,
});

const namesOf = (rows: unknown) =>
  (rows as FeeInput['particulars']).map(({ name, amount }) => `${name} ${decimal(amount)}`).join(', ');
const datesOf = (rows: unknown) => (rows as FeeInput['instalments']).map(({ dueOn }) => dueOn).join(', ');
const countOf = (rows: unknown) => `${(rows as unknown[]).length} discounts`;
