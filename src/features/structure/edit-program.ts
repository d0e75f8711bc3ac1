import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { changesBetween } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits, mergeEdit } from '#kernel/edit.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { lockProgram } from './lock-rows.ts';
import { inForm, ProgramFields, programTaken, readProgram, refuseSameProgram } from './program-fields.ts';
import { programs } from './structure.schema.ts';
import { recordEdit } from './write-down.ts';

export const EditProgram = edits(ProgramFields);

/** Changes a program; applications already made keep the fee they were asked for. */
export async function editProgram(
  tx: Tx,
  actor: Actor,
  programId: number,
  sent: z.infer<typeof EditProgram>,
): Promise<void> {
  const before = await lockProgram(tx, actor, programId);
  const { institutionId } = before;
  const subject = { institutionId, type: 'program', id: programId } as const;
  const { input } = await mergeEdit(tx, actor, { fields: EditProgram, sent, current: inForm(before), subject });
  const values = readProgram(input);
  const changes = changesBetween(before, values);
  if (Object.keys(changes).length === 0) return;
  await refuseSameProgram(tx, institutionId, values, programId);
  await refuseDuplicate(
    tx
      .update(programs)
      .set(differing(values, changes))
      .where(and(eq(programs.institutionId, institutionId), eq(programs.id, programId))),
    programTaken(values.code, values.name),
  );
  await recordEdit(tx, actor, 'structure.editProgram', { ...subject, name: values.name }, before, values);
}
