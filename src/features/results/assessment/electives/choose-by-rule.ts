import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import { logAccesses } from '#features/records/people/history.queries.ts';
import { studentGroups, visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { assignElectives, lockElectives } from './assign-electives.ts';

export const ChooseByRule = z.object({
  by: z.enum(['religion', 'gender']),
  /** Which elective students with a value take. */
  choices: z
    .array(z.object({ value: z.string().max(200), offering_id: id }))
    .min(1, 'Choose an elective.')
    .max(100),
  replace: checkbox,
});

/** Chooses electives by what stands on the students' records, such as religious studies by religion. */
export async function chooseByRule(
  tx: Tx,
  actor: Actor,
  batchId: number,
  { by, choices, replace }: z.infer<typeof ChooseByRule>,
): Promise<string> {
  const locked = await lockElectives(tx, actor, batchId);
  const { institutionId } = locked.batch;
  if (by === 'religion') allow(actor, studentGroups.religion, institutionId);
  const found = await tx
    .select({ id: students.id, value: students[by] })
    .from(students)
    .where(
      and(
        visibleTo(actor, students, institutionId),
        eq(students.batchId, batchId),
        inArray(
          students[by],
          choices.map(({ value }) => value),
        ),
      ),
    );
  if (found.length === 0)
    throw new ValidationError('choices', `No student of ${locked.batch.name} has one of these values on the record.`);
  if (by === 'religion')
    await logAccesses(
      tx,
      actor,
      found.map((student) => ({
        institutionId,
        entity: 'student',
        subjectId: student.id,
        groups: ['religion'],
        place: 'form',
      })),
    );
  const offeringsOf = Map.groupBy(choices, ({ value }) => value);
  const wanted = found.flatMap((student) =>
    (offeringsOf.get(student.value!) ?? []).map((choice) => ({
      studentId: student.id,
      offeringId: choice.offering_id,
    })),
  );
  return assignElectives(tx, actor, locked, wanted, { isReplacing: replace });
}
