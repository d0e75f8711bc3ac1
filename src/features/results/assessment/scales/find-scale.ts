import { and, eq } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, type Db, type Tx } from '#kernel/database.ts';
import { NotFound, orNotFound } from '#kernel/errors.ts';
import { gradingScales } from '../assessment.schema.ts';
import { z } from 'zod';
import { edits } from '#kernel/edit/edit.ts';
import { id, line, optionalDay, optionalLine } from '#kernel/schemas.ts';
import { rowsField } from '#features/money/fees/setup/rows-field.ts';
import { isLowBest, type Band, type Designation } from '../compute/types.ts';
import { decimals, highestFirst, hundredthsOf, typedHundredths } from '../hundredths.ts';

/** A scale for its form. */
export async function findScale(db: Db, actor: Actor, scaleId: number): Promise<Scale> {
  const [scale] = await db.select().from(gradingScales).where(isVisible(actor, scaleId));
  if (!scale) throw new NotFound('grading scale');
  allow(actor, 'assessment.edit', scale.institutionId);
  return scale;
}

export async function lockScale(tx: Tx, actor: Actor, scaleId: number): Promise<Scale> {
  const [scale] = await tx.select().from(gradingScales).where(isVisible(actor, scaleId)).for('no key update');
  return orNotFound(scale, 'grading scale');
}

const isVisible = (actor: Actor, scaleId: number) =>
  and(isOneOf(gradingScales.institutionId, institutionsWhere(actor, 'assessment.view')), eq(gradingScales.id, scaleId));

const ScaleFields = z.object({
  name: line(80, 'The name'),
  bands: rowsField(
    z.object({
      from: typedHundredths('The lowest mark', { to: 100_00 }),
      grade: line(6, 'The grade'),
      points: typedHundredths('The points', { to: 100_00, places: 3 }),
      remark: optionalLine(40, 'The remark'),
    }),
    30,
    'A scale can have up to 30 grades.',
  ),
  designations: rowsField(
    z.object({ from: typedHundredths('The threshold', { to: 100_00 }), name: line(60, 'The name') }),
    12,
    'A scale can have up to 12 classes of certificates.',
  ),
  entryFrom: optionalDay,
});
export const AddScale = ScaleFields.extend({ institutionId: id });
export const EditScale = edits(ScaleFields);
export type ScaleInput = z.output<typeof ScaleFields>;
export type Scale = typeof gradingScales.$inferSelect;

type ScaleParts = Pick<Scale, 'name' | 'entryFrom'> & { bands: readonly Band[]; designations: readonly Designation[] };

/** A scale as its form shows it. */
export function scaleForm({ name, bands, designations, entryFrom }: ScaleParts) {
  return {
    name,
    entryFrom,
    bands: bands.map(({ from, grade, points, remark }, at) => ({
      id: at + 1,
      from: decimals(from),
      grade,
      points: decimals(points),
      remark: remark || null,
    })),
    designations: designations.map((one, at) => ({ id: at + 1, from: decimals(one.from), name: one.name })),
  };
}

export function scaleColumns({ name, bands: typed, designations, entryFrom }: ScaleInput) {
  const bands = highestFirst(typed).map(bandOf);
  const isLow = isLowBest(bands);
  return {
    name,
    entryFrom,
    bands,
    designations: bestFirst(designations, isLow).map((row) => designationOf(row, isLow)),
  };
}

/** Classes by their thresholds; where few points are good, from the lowest. */
export const bestFirst = (rows: ScaleInput['designations'], isLow: boolean): ScaleInput['designations'] =>
  isLow ? highestFirst(rows).toReversed() : highestFirst(rows);

export const bandOf = ({ from, grade, points, remark }: ScaleInput['bands'][number]): Band => ({
  from: hundredthsOf(from)!,
  grade,
  points: hundredthsOf(points, 3)!,
  remark: remark ?? '',
});

export const designationOf = ({ from, name }: ScaleInput['designations'][number], isLow: boolean): Designation => ({
  from: hundredthsOf(from)!,
  name,
  ...(isLow && { upTo: true }),
});
