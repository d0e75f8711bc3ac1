import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { assessmentSchemes, gradingScaleVersions, gradingScales } from '../assessment.schema.ts';
import {
  lockScale,
  EditScale,
  scaleColumns,
  scaleForm,
  bandOf,
  bestFirst,
  designationOf,
  type AddScale,
  type Scale,
  type ScaleInput,
} from './find-scale.ts';
import { isLowBest, type Band, type Designation, type Problem } from '../compute/types.ts';
import { highestFirst } from '../hundredths.ts';
import { beside, refuseAll } from '../refuse-rows.ts';
import { fraction, toText } from '../compute/fraction.ts';

const highestMark = 100_00;
const highestPoints = 100_00;

/**
 * What is wrong with a grading scale, highest band first. Every total from 0 to 100 must have exactly one grade: the
 * bands begin at 0, each lies below the one above it, and points fall from band to band, or rise where few are good.
 * Empty if all is right.
 */
export function checkScale(bands: readonly Band[]): Problem[] {
  const last = bands.at(-1);
  if (!last) return [{ index: null, field: 'bands', message: 'Add at least one grade.' }];
  const problems = bands.flatMap((band, index) => [
    ...checkBand(band, index),
    ...checkNames(bands, index, 'grade', 'grade'),
    ...checkOrder(bands, index, band.grade),
    ...checkPoints(bands, index),
  ]);
  const lowest = Math.min(...bands.map(({ from }) => from));
  if (lowest > 0)
    problems.push({
      index: bands.length - 1,
      field: 'from',
      message: `No grade covers marks below ${words(lowest)}. The lowest grade must begin at 0.`,
    });
  return problems;
}

/** What is wrong with the classes of degree, the best first; CGPAs beyond the last have none. Empty if all is right. */
export const checkDesignations = (designations: readonly Designation[]): Problem[] =>
  designations.flatMap((designation, index) => [
    ...(isHundredths(designation.from, highestMark)
      ? []
      : [{ index, field: 'from', message: 'Enter a number from 0 to 100 with at most two decimals.' }]),
    ...checkNames(designations, index, 'name', 'class'),
    ...checkOrder(designations, index, designation.name, designation.upTo),
  ]);

function checkBand({ from, points }: Band, index: number): Problem[] {
  const problems: Problem[] = [];
  if (!isHundredths(from, highestMark))
    problems.push({ index, field: 'from', message: 'Enter a mark from 0 to 100 with at most two decimals.' });
  if (!isHundredths(points * 10, highestPoints * 10))
    problems.push({ index, field: 'points', message: 'Enter points from 0 to 100 with at most three decimals.' });
  return problems;
}

function checkNames<Row>(rows: readonly Row[], index: number, field: keyof Row & string, what: string): Problem[] {
  const name = nameOf(rows[index]!, field);
  if (!name) return [{ index, field, message: `Enter a name for this ${what}.` }];
  const first = rows.findIndex((row) => nameOf(row, field) === name);
  return first === index ? [] : [{ index, field, message: `'${name}' is used twice. Give each ${what} its own name.` }];
}

const nameOf = <Row>(row: Row, field: keyof Row) => String(row[field]).trim();

function checkOrder(rows: readonly { from: number }[], index: number, name: string, rises = false): Problem[] {
  const above = rows[index - 1];
  const { from } = rows[index]!;
  if (!above || (rises ? from > above.from : from < above.from)) return [];
  const message =
    from === above.from
      ? `Two rows begin at ${words(from)}. Give each its own lowest mark.`
      : `${name} begins at ${words(from)}, above the row before it (${words(above.from)}). Sort from highest to lowest.`;
  return [{ index, field: 'from', message }];
}

function checkPoints(bands: readonly Band[], index: number): Problem[] {
  const [above, band] = [bands[index - 1], bands[index]!];
  if (!above) return [];
  const isLow = isLowBest(bands);
  if (isLow ? band.points >= above.points : band.points <= above.points) return [];
  const [than, rule] = isLow
    ? ['fewer', 'If fewer points are better, a lower grade can’t have fewer.']
    : ['more', 'A lower grade can’t earn more.'];
  const message = `${band.grade} earns ${words(band.points)} points, ${than} than ${above.grade} (${words(above.points)}). ${rule}`;
  return [{ index, field: 'points', message }];
}

/** Up to what doubles lose: 333.3 × 10 is 3333. */
const isHundredths = (value: number, most: number) =>
  Math.abs(value - Math.round(value)) < 1e-6 && value >= 0 && value <= most;

const words = (hundredths: number) =>
  Number.isFinite(hundredths) ? toText(fraction(Math.round(hundredths * 10), 1000)) : '?';

const taken: Record<string, [string, string]> = {
  grading_scales_name: ['name', 'A scale with this name already exists.'],
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
      .where(hasKey(gradingScales, institutionId, scaleId)),
    { grading_scales_name: ['form', 'Another scale now has this name. Rename one of them first.'] },
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
