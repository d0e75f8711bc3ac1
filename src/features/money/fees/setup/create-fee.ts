import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { checkAudience } from '../audience/check-audience.ts';
import { fees } from '../fees.schema.ts';
import { checkFee } from './check-fee.ts';
import { checkPlaces } from './check-places.ts';
import { FeeFields, readFine, type FeeInput } from './fee-fields.ts';
import { writeAudience, writeParts } from './write-parts.ts';

export const CreateFee = FeeFields.extend({ institutionId: id });

/** Adds a fee. Nobody is billed by it. */
export async function createFee(tx: Tx, actor: Actor, sent: z.infer<typeof CreateFee>): Promise<number> {
  const { institutionId, ...input } = sent;
  allow(actor, 'fees.edit', institutionId);
  checkFee(input, await checkPlaces(tx, institutionId, input));
  await checkAudience(tx, actor, institutionId, input.sessionId, input);
  return insertFee(tx, actor, institutionId, input);
}

export const titleTaken = (title: string): Record<string, [string, string]> => ({
  fees_title: ['title', `A fee named ${title} already exists for this term. Choose a different title.`],
});

/** Inserts a checked fee with its parts and records it. */
export async function insertFee(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  input: FeeInput,
  copiedFromId: number | null = null,
): Promise<number> {
  const { title, categoryId, sessionId, termId, instructions } = input;
  const [row] = await refuseDuplicate(
    tx
      .insert(fees)
      .values({
        institutionId,
        title,
        categoryId,
        sessionId,
        termId,
        instructions,
        copiedFromId,
        ...readFine(input),
      })
      .returning({ id: fees.id }),
    titleTaken(title),
  );
  const fee = { institutionId, id: row!.id };
  await writeParts(tx, fee, input);
  await writeAudience(tx, fee, input);
  await record(tx, actor, 'fees.createFee', {
    institutionId,
    summary: `added the fee ${title}`,
    subject: { type: 'fee', id: fee.id },
    details: { ...input, copiedFromId },
  });
  return fee.id;
}
