import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { isOneOf, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { choice, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { hundredthsOf, typedHundredths } from '#features/results/assessment/hundredths.ts';
import { longestRemark } from '../notes/note-fields.ts';
import { remarkBank } from '../term-notes.schema.ts';
import { noLimit, usualRemarks } from './usual-remarks.ts';
import { writers } from './writers.ts';

export const AddRemark = z.object({
  institutionId: id,
  writer: choice(writers),
  from: typedHundredths('The lowest average', { to: 100_00 }),
  below: emptyIsNull(typedHundredths('The upper average', { from: 1, to: 100_00 })),
  remark: line(longestRemark, 'The remark'),
});
export const AddUsualRemarks = z.object({ institutionId: id });

/** Adds a remark to choose from. */
export async function addRemark(tx: Tx, actor: Actor, input: z.output<typeof AddRemark>): Promise<void> {
  const { institutionId, writer, remark } = input;
  allow(actor, 'assessment.edit', institutionId);
  const fromAverage = hundredthsOf(input.from)!;
  const toAverage = input.below === null ? noLimit : hundredthsOf(input.below)!;
  if (fromAverage >= toAverage) throw new ValidationError('below', 'The upper average must be above the lowest.');
  const place = /\{(?!first_name\})[^}]*\}/.exec(remark);
  if (place)
    throw new ValidationError('remark', `${place[0]} is not known. Write {first_name} for the student’s first name.`);
  const [made] = await refuseDuplicate(
    tx
      .insert(remarkBank)
      .values({ institutionId, writer, fromAverage, toAverage, remark })
      .returning({ id: remarkBank.id }),
    { remark_bank_once: ['remark', 'This remark is already in the bank.'] },
  );
  await record(tx, actor, 'termNotes.addRemark', {
    institutionId,
    summary: 'added a remark to the bank',
    subject: { type: 'remark', id: made!.id },
    details: { writer, fromAverage, toAverage, remark },
  });
}

/** Adds the usual remarks, without those that are there. Returns how many. */
export async function addUsualRemarks(tx: Tx, actor: Actor, institutionId: number): Promise<number> {
  allow(actor, 'assessment.edit', institutionId);
  const added = await tx
    .insert(remarkBank)
    .values(usualRemarks.map((one) => ({ institutionId, ...one })))
    .onConflictDoNothing()
    .returning({ id: remarkBank.id });
  await record(tx, actor, 'termNotes.addUsualRemarks', {
    institutionId,
    summary: `added ${countOf(added.length, 'usual remark')} to the bank`,
    details: { remarks: added.length },
  });
  return added.length;
}

/** Removes a remark from the bank. Those that were filled in from it stay. */
export async function removeRemark(tx: Tx, actor: Actor, remarkId: number): Promise<void> {
  const [gone] = await tx
    .delete(remarkBank)
    .where(
      and(isOneOf(remarkBank.institutionId, institutionsWhere(actor, 'assessment.edit')), eq(remarkBank.id, remarkId)),
    )
    .returning();
  if (!gone) throw new NotFound('remark');
  const { institutionId, id: removed, ...details } = gone;
  await record(tx, actor, 'termNotes.removeRemark', {
    institutionId,
    summary: 'removed a remark from the bank',
    subject: { type: 'remark', id: removed },
    details,
  });
}
