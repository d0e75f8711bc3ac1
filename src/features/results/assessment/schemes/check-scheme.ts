import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { fieldOf } from '#features/money/fees/setup/rows-field.ts';
import { gradingScales } from '../assessment.schema.ts';
import { checkComponents } from '../compute/check-components.ts';
import { beside, refuseAll } from '../refuse-rows.ts';
import type { SchemeInput } from './scheme-fields.ts';
import { isSameName, componentOf } from './scheme-fields.ts';

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
    ...componentProblems(input),
    ...groupProblems(input),
    ...weightProblems(input),
    ...traitProblems(input.traits),
  ]);
}

function componentProblems({ components: rows, groups }: SchemeInput): Problem[] {
  const components = rows.map((row, at) => ({ key: String(at), ...componentOf(row, groups) }));
  return beside('components', rows, checkComponents(components));
}

/** A part names a group that there is, and of each group fewer count than there are. */
function groupProblems({ components, groups }: SchemeInput): Problem[] {
  const unknown = components
    .filter(({ group }) => group && !groups.some(({ name }) => isSameName(name, group)))
    .map((row): Problem => [
      fieldOf('components', row, 'group'),
      `There is no group “${row.group}”. Add it below, with how many of its parts count.`,
    ]);
  const wrong = groups.flatMap((row, at): Problem[] => {
    const { name, best } = row;
    if (groups.slice(0, at).some((other) => isSameName(other.name, name)))
      return [[fieldOf('groups', row, 'name'), `${name} is in the list twice. Rename one of them.`]];
    const parts = components.filter(({ group }) => group && isSameName(group, name)).length;
    if (parts > best) return [];
    const message =
      parts < 2
        ? `Enter “${name}” as the group of at least two parts.`
        : `${name} has ${parts} parts. Fewer of them must count, or remove the group.`;
    return [[fieldOf('groups', row, parts < 2 ? 'name' : 'best'), message]];
  });
  return [...unknown, ...wrong];
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
