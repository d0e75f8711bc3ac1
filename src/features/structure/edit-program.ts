import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { lockProgram } from './lock-rows.ts';
import { programTaken, readProgram, type ProgramFields } from './program-fields.ts';
import { programs } from './structure.schema.ts';
import { recordEdit } from './write-down.ts';

/** Changes a program; applications already made keep the fee they were asked for. */
export async function editProgram(
  tx: Tx,
  actor: Actor,
  programId: number,
  input: z.infer<typeof ProgramFields>,
): Promise<void> {
  const before = await lockProgram(tx, actor, programId);
  const { institutionId } = before;
  const values = readProgram(input);
  await refuseDuplicate(
    tx
      .update(programs)
      .set(values)
      .where(and(eq(programs.institutionId, institutionId), eq(programs.id, programId))),
    programTaken(values.code, values.name),
  );
  await recordEdit(
    tx,
    actor,
    'structure.editProgram',
    { institutionId, type: 'program', id: programId, name: values.name },
    before,
    values,
  );
}
