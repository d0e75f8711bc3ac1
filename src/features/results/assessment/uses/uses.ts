import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, isOneOf, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { schemeUses } from '../assessment.schema.ts';

export const AddUse = z.object({
  institutionId: id,
  schemeId: id,
  programId: emptyIsNull(id),
  classId: emptyIsNull(id),
  courseId: emptyIsNull(id),
});

/** Says where a scheme applies. A class is more specific than its programme, and a course than both. */
export async function addUse(tx: Tx, actor: Actor, input: z.output<typeof AddUse>): Promise<void> {
  const { institutionId, schemeId, programId, classId, courseId } = input;
  allow(actor, 'assessment.edit', institutionId);
  if (programId && classId)
    throw new ValidationError('classId', 'Choose a programme or a class: the class already belongs to one.');
  const [names] = await query<Record<'scheme' | 'program' | 'class' | 'course', string | null>>(tx)`select
      (select name from assessment_schemes where institution_id = ${institutionId} and id = ${schemeId}
        and archived_at is null) as scheme,
      (select name from programs where institution_id = ${institutionId} and id = ${programId}::bigint) as program,
      (select name from classes where institution_id = ${institutionId} and id = ${classId}::bigint) as class,
      (select title from courses where institution_id = ${institutionId} and id = ${courseId}::bigint) as course`;
  if (!names!.scheme) throw new ValidationError('schemeId', 'Choose one from the list.');
  for (const [field, given, name] of [
    ['programId', programId, names!.program],
    ['classId', classId, names!.class],
    ['courseId', courseId, names!.course],
  ] as const)
    if (given && !name) throw new ValidationError(field, 'Choose one from the list.');
  const place = [names!.course, names!.class ?? names!.program].filter(Boolean).join(', ') || 'the whole institution';
  const [made] = await refuseDuplicate(
    tx
      .insert(schemeUses)
      .values({ institutionId, schemeId, programId, classId, courseId })
      .returning({ id: schemeUses.id }),
    { scheme_uses_place: ['schemeId', `Another scheme applies to ${place}. Remove it first.`] },
  );
  await record(tx, actor, 'assessment.addUse', {
    institutionId,
    summary: `applied the scheme “${names!.scheme}” to ${place}`,
    subject: { type: 'assessment_scheme', id: schemeId },
    details: { useId: made!.id, programId, classId, courseId },
  });
}

/** Takes a scheme away from a place, so that the next wider one applies there. Open sheets keep theirs. */
export async function removeUse(tx: Tx, actor: Actor, useId: number): Promise<void> {
  const [use] = await tx
    .delete(schemeUses)
    .where(
      and(isOneOf(schemeUses.institutionId, institutionsWhere(actor, 'assessment.edit')), eq(schemeUses.id, useId)),
    )
    .returning();
  if (!use) throw new NotFound('place of a scheme');
  const { institutionId, schemeId, ...place } = use;
  await record(tx, actor, 'assessment.removeUse', {
    institutionId,
    summary: 'removed an assessment scheme from a place',
    subject: { type: 'assessment_scheme', id: schemeId },
    details: { ...place },
  });
}
