import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { fieldOf } from '#features/fees/setup/rows-field.ts';
import { gradingScales } from '../assessment.schema.ts';
import { checkComponents } from '../compute/check-components.ts';
import { beside, refuseAll } from '../refuse-rows.ts';
import { componentOf, type SchemeInput } from './scheme-fields.ts';

type Problem = [field: string, message: string];

/** Refuses parts that do not add up to 100, weights that nobody could follow, and a scale of elsewhere. */
export async function checkScheme(tx: Tx, institutionId: number, input: SchemeInput): Promise<void> {
  const [scale] = await tx
    .select({ id: gradingScales.id })
    .from(gradingScales)
    .where(
      and(
        eq(gradingScales.institutionId, institutionId),
        eq(gradingScales.id, input.scaleId),
        isNull(gradingScales.archivedAt),
      ),
    );
  refuseAll([
    ...(scale ? [] : [['scaleId', 'Choose one from the list.'] satisfies Problem]),
    ...componentProblems(input.components),
    ...weightProblems(input),
    ...traitProblems(input.traits),
  ]);
}

function componentProblems(rows: SchemeInput['components']): Problem[] {
  const components = rows.map((row, at) => ({ key: String(at), ...componentOf(row) }));
  return beside('components', rows, checkComponents(components));
}

const weightProblems = ({ cumulative, weights }: SchemeInput): Problem[] =>
  cumulative === 'weighted' && !weights.some(({ weight }) => weight !== '0')
    ? [['weights', 'Enter the weight of each term.']]
    : [];

const traitProblems = (rows: SchemeInput['traits']): Problem[] =>
  rows.flatMap((row, at): Problem[] =>
    rows.slice(0, at).some(({ name }) => name.toLowerCase() === row.name.toLowerCase())
      ? [[fieldOf('traits', row, 'name'), `${row.name} is in the list twice. Rename one of them.`]]
      : [],
  );
