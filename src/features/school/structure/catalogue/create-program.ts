import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { ProgramFields, programTaken, readProgram, refuseSameProgram } from './program-fields.ts';
import { programs } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

export const CreateProgram = ProgramFields.extend({ institutionId: id });

/** Adds a program. */
export async function createProgram(
  tx: Tx,
  actor: Actor,
  { institutionId, ...input }: z.infer<typeof CreateProgram>,
): Promise<number> {
  allow(actor, 'structure.edit', institutionId);
  const values = readProgram(input);
  await refuseSameProgram(tx, institutionId, values);
  const [row] = await refuseDuplicate(
    tx
      .insert(programs)
      .values({ institutionId, ...values })
      .returning({ id: programs.id }),
    programTaken(values.code, values.name),
  );
  const subject = { institutionId, type: 'program', id: row!.id, name: values.name } as const;
  await recordAction(tx, actor, 'structure.createProgram', subject, `added the programme ${values.name}`, values);
  return row!.id;
}
