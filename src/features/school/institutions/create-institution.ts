import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, refuseDuplicate } from '#kernel/errors.ts';
import type { Product } from '#web/feature.ts';
import { nameTaken } from './edit-institution.ts';
import { startWithQuietHours } from '#kernel/messages/quiet-hours.ts';
import { seedInstitution, type NewInstitution } from './seed-institution.ts';
import { usualWords } from './usual-words.ts';

/** Adds an institution; for group administrators only. */
export async function createInstitution(
  tx: Tx,
  actor: Actor,
  input: z.infer<typeof NewInstitution>,
  product: Product,
): Promise<number> {
  if (!actor.isGroupAdministrator) throw new NotAllowed();
  const settings = { terminology: usualWords(input.kind) };
  const id = await refuseDuplicate(seedInstitution(tx, input, product, settings), nameTaken(input.name));
  await startWithQuietHours(tx, id);
  await record(tx, actor, 'institutions.create', {
    institutionId: id,
    summary: `added ${input.name}`,
    subject: { type: 'institution', id },
    details: { ...input },
  });
  return id;
}
