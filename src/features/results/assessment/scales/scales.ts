import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { assessmentSchemes, gradingScaleVersions, gradingScales } from '../assessment.schema.ts';
import { lockScale } from './find-scale.ts';
import {
  EditScale,
  scaleColumns,
  scaleForm,
  bandOf,
  bestFirst,
  designationOf,
  type AddScale,
  type Scale,
  type ScaleInput,
} from './scale-fields.ts';
import { checkDesignations, checkScale } from '../compute/check-scale.ts';
import { isLowBest } from '../compute/types.ts';
import { highestFirst } from '../hundredths.ts';
import { beside, refuseAll } from '../refuse-rows.ts';

const taken: Record<string, [string, string]> = {
  grading_scales_name: ['name', 'A scale has this name already.'],
};

/** Adds a grading scale. */
export async function addScale(tx: Tx, actor: Actor, input: z.output<typeof AddScale>): Promise<number> {
  const { institutionId } = input;
  allow(actor, 'assessment.edit', institutionId);
  const values = scaleColumns(input);
  checkBands(input);
  const [made] = await refuseDuplicate(
    tx
      .insert(gradingScales)
      .values({ institutionId, ...values })
      .returning({ id: gradingScales.id }),
    taken,
  );
  await keepVersion(tx, { institutionId, id: made!.id, version: 1 }, values);
  await record(tx, actor, 'assessment.addScale', {
    institutionId,
    summary: `added the grading scale “${input.name}”`,
    subject: { type: 'grading_scale', id: made!.id },
    details: values,
  });
  return made!.id;
}

type Values = ReturnType<typeof scaleColumns> & { version: number };

/** Changes a scale: a new version, by which what is not yet published is graded. */
export const editScale = editRecord<Scale, typeof EditScale, Values>({
  action: 'assessment.editScale',
  type: 'grading_scale',
  table: gradingScales,
  may: 'assessment.edit',
  fields: EditScale,
  lock: lockScale,
  inForm: scaleForm,
  read: ({ input, before }) => ({ ...scaleColumns(input as ScaleInput), version: before.version + 1 }),
  compare: (before, values) => changesOf(before, values),
  check: ({ input }) => checkBands(input as ScaleInput),
  taken: () => taken,
  alsoWrite: ({ tx, before, values }) => keepVersion(tx, { ...before, version: values.version }, values),
  nameOf: ({ values }) => values.name,
});

/** Archives a scale that no scheme uses, or restores it. Returns its name. */
export async function archiveScale(tx: Tx, actor: Actor, scaleId: number, isArchived: boolean): Promise<string> {
  const { institutionId, name } = await lockScale(tx, actor, scaleId);
  allow(actor, 'assessment.edit', institutionId);
  const [user] = await tx
    .select({ name: assessmentSchemes.name })
    .from(assessmentSchemes)
    .where(
      and(
        eq(assessmentSchemes.institutionId, institutionId),
        eq(assessmentSchemes.scaleId, scaleId),
        sql`${assessmentSchemes.archivedAt} is null`,
      ),
    )
    .limit(1);
  if (isArchived && user)
    throw new ValidationError('form', `The scheme “${user.name}” uses this scale. Give it another scale first.`);
  await refuseDuplicate(
    tx
      .update(gradingScales)
      .set({ archivedAt: isArchived ? new Date() : null })
      .where(and(eq(gradingScales.institutionId, institutionId), eq(gradingScales.id, scaleId))),
    { grading_scales_name: ['form', 'Another scale has this name now. Rename one of them first.'] },
  );
  await record(tx, actor, isArchived ? 'assessment.archiveScale' : 'assessment.restoreScale', {
    institutionId,
    summary: `${isArchived ? 'archived' : 'restored'} the grading scale “${name}”`,
    subject: { type: 'grading_scale', id: scaleId },
  });
  return name;
}

const changesOf = (before: Scale, { version: _, ...values }: Values) => {
  const changes = changesBetween(before, values);
  // The version counts what changed, so it changes only with something else.
  return Object.keys(changes).length ? { ...changes, version: { from: before.version, to: before.version + 1 } } : {};
};

const keepVersion = (
  tx: Tx,
  { institutionId, id: scaleId, version }: { institutionId: number; id: number; version: number },
  { entryFrom, bands, designations }: ReturnType<typeof scaleColumns>,
) => tx.insert(gradingScaleVersions).values({ institutionId, scaleId, version, entryFrom, bands, designations });

/** Refuses a scale with a hole, two grades for one mark, or points that rise as marks fall. */
function checkBands(input: Pick<ScaleInput, 'bands' | 'designations'>): void {
  const bands = highestFirst(input.bands);
  const isLow = isLowBest(bands.map(bandOf));
  const designations = bestFirst(input.designations, isLow);
  refuseAll([
    ...beside('bands', bands, checkScale(bands.map(bandOf))),
    ...beside('designations', designations, checkDesignations(designations.map((row) => designationOf(row, isLow)))),
  ]);
}
