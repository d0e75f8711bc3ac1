import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { intakeClasses, intakes } from '../admissions.schema.ts';
import { checkIntake } from './check-intake.ts';
import { IntakeFields } from './intake-fields.ts';
import { readIntake } from './read-intake.ts';

export const CreateIntake = IntakeFields.extend({ institutionId: id, programId: id, sessionId: id });

/** Adds the intake of a programme for a session. Visitors see it once it is published. */
export async function createIntake(tx: Tx, actor: Actor, sent: z.infer<typeof CreateIntake>): Promise<number> {
  const { institutionId, programId, sessionId, ...input } = sent;
  allow(actor, 'admissions.edit', institutionId);
  const { timeZone } = membershipIn(actor, institutionId)!;
  const name = await nameOf(tx, institutionId, programId, sessionId);
  await checkIntake(tx, { institutionId, programId, timeZone }, input);
  const { classes, ...columns } = await readIntake(tx, timeZone, input, { papers: [], tests: [] });
  const [row] = await refuseDuplicate(
    tx
      .insert(intakes)
      .values({ institutionId, programId, sessionId, ...columns, accountId: actor.accountId })
      .returning({ id: intakes.id }),
    { intakes_program: ['programId', `${name} already exists. Choose another programme or session.`] },
  );
  await tx.insert(intakeClasses).values(classes.map((each) => ({ institutionId, intakeId: row!.id, ...each })));
  await record(tx, actor, 'admissions.createIntake', {
    institutionId,
    summary: `added the intake ${name}`,
    subject: { type: 'intake', id: row!.id },
    details: { ...columns, classes },
  });
  return row!.id;
}

/** 'Junior Secondary, 2026/2027'; refuses a programme or session that takes nobody any more. */
async function nameOf(tx: Tx, institutionId: number, programId: number, sessionId: number): Promise<string> {
  const rows = await query<{ program: string | null; session: string | null }>(
    tx,
    render(sql`
    select (select name from programs where institution_id = ${institutionId} and id = ${programId}
        and retired_at is null) as program,
      (select name from academic_sessions where institution_id = ${institutionId} and id = ${sessionId}
        and closed_at is null) as session`),
  );
  const { program, session } = rows[0]!;
  if (!program) throw new ValidationError('programId', 'Choose a programme.');
  if (!session) throw new ValidationError('sessionId', 'Choose a session that is not closed.');
  return `${program}, ${session}`;
}
