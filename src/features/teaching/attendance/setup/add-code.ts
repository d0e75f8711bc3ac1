import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { attendanceCodes } from '../attendance.schema.ts';
import { codeTaken, type AddCode } from './code-fields.ts';
import { codesOf } from './codes.queries.ts';

/** As many as fit beside the built-in marks on a phone. */
export const mostCodes = 20;

/** Adds an own code, with the meaning of a built-in mark. */
export async function addCode(tx: Tx, actor: Actor, sent: z.output<typeof AddCode>): Promise<void> {
  const { institution_id: institutionId, ...values } = sent;
  allow(actor, 'attendance.edit', institutionId);
  if ((await codesOf(tx, institutionId)).filter(({ isRetired }) => !isRetired).length >= mostCodes)
    throw new ValidationError('letters', `There are ${mostCodes} codes already. Retire one that is no longer used.`);
  const [row] = await refuseDuplicate(
    tx
      .insert(attendanceCodes)
      .values({ institutionId, ...values })
      .returning({ id: attendanceCodes.id }),
    codeTaken(values.letters),
  );
  await record(tx, actor, 'attendance.addCode', {
    institutionId,
    summary: `added the code ${values.letters}, ${values.label}`,
    details: values,
    subject: { type: 'attendance_code', id: row!.id },
  });
}
