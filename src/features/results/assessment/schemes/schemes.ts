import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { ValidationError, refuseDuplicate } from '#kernel/errors.ts';
import { assessmentSchemes, assessmentSchemeVersions, schemeUses, gradingScales } from '../assessment.schema.ts';
import type { SchemeContent } from '../assessment.ts';
import {
  lockScheme,
  EditScheme,
  schemeColumns,
  schemeForm,
  type AddScheme,
  type Scheme,
  type SchemeInput,
  isSameName,
  componentOf,
} from './find-scheme.ts';
import { fieldOf } from '#features/money/fees/setup/rows-field.ts';
import { checkComponents } from '../compute/check-components.ts';
import { beside, refuseAll } from '../refuse-rows.ts';

type Problem = [field: string, message: string];

/** Refuses parts that do not add up to 100, weights that nobody could follow, and a scale of elsewhere. */
async function checkScheme(tx: Tx, institutionId: number, input: SchemeInput): Promise<void> {
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

const taken: Record<string, [string, string]> = {
  assessment_schemes_name: ['name', 'A scheme with this name already exists.'],
};

/** Adds an assessment scheme. */
export async function addScheme(tx: Tx, actor: Actor, input: z.output<typeof AddScheme>): Promise<number> {
  const { institutionId } = input;
  allow(actor, 'assessment.edit', institutionId);
  await checkScheme(tx, institutionId, input);
  const content = schemeColumns(input);
  const [made] = await refuseDuplicate(
    tx
      .insert(assessmentSchemes)
      .values({ institutionId, ...content })
      .returning({ id: assessmentSchemes.id }),
    taken,
  );
  await keepVersion(tx, { institutionId, id: made!.id }, 1, content);
  await record(tx, actor, 'assessment.addScheme', {
    institutionId,
    summary: `added the assessment scheme “${input.name}”`,
    subject: { type: 'assessment_scheme', id: made!.id },
    details: { ...content },
  });
  return made!.id;
}

/** Changes a scheme: a new version. Sheets that are open keep the one that they were opened with. */
export const editScheme = editRecord<Scheme, typeof EditScheme, SchemeContent & { version: number }>({
  action: 'assessment.editScheme',
  type: 'assessment_scheme',
  table: assessmentSchemes,
  may: 'assessment.edit',
  fields: EditScheme,
  lock: lockScheme,
  inForm: schemeForm,
  read: ({ input, before }) => ({ ...schemeColumns(input as SchemeInput), version: before.version + 1 }),
  compare: (before, { version, ...values }) => {
    const changes = changesBetween(before, values);
    // The version counts what changed, so it changes only with something else.
    return Object.keys(changes).length ? { ...changes, version: { from: before.version, to: version } } : {};
  },
  check: ({ tx, before, input }) => checkScheme(tx, before.institutionId, input as SchemeInput),
  taken: () => taken,
  alsoWrite: ({ tx, before, values: { version, ...content } }) => keepVersion(tx, before, version, content),
  nameOf: ({ values }) => values.name,
});

/** Archives a scheme that is used nowhere, or restores it. Returns its name. */
export async function archiveScheme(tx: Tx, actor: Actor, schemeId: number, isArchived: boolean): Promise<string> {
  const { institutionId, name } = await lockScheme(tx, actor, schemeId);
  allow(actor, 'assessment.edit', institutionId);
  const [use] = await tx
    .select({ id: schemeUses.id })
    .from(schemeUses)
    .where(and(eq(schemeUses.institutionId, institutionId), eq(schemeUses.schemeId, schemeId)))
    .limit(1);
  if (isArchived && use)
    throw new ValidationError('form', `${name} is in use. Remove it under “Where they apply” first.`);
  await refuseDuplicate(
    tx
      .update(assessmentSchemes)
      .set({ archivedAt: isArchived ? new Date() : null })
      .where(hasKey(assessmentSchemes, institutionId, schemeId)),
    { assessment_schemes_name: ['form', 'Another scheme now has this name. Rename one of them first.'] },
  );
  await record(tx, actor, isArchived ? 'assessment.archiveScheme' : 'assessment.restoreScheme', {
    institutionId,
    summary: `${isArchived ? 'archived' : 'restored'} the assessment scheme “${name}”`,
    subject: { type: 'assessment_scheme', id: schemeId },
  });
  return name;
}

const keepVersion = (
  tx: Tx,
  { institutionId, id: schemeId }: { institutionId: number; id: number },
  version: number,
  content: SchemeContent,
) => tx.insert(assessmentSchemeVersions).values({ institutionId, schemeId, version, content });
