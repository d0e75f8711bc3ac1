import type { Actor } from '#kernel/actor.ts';
import type { ReportContext, ReportParts } from '#kernel/contracts/report.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { compile, type CompiledReport } from '../engine/compile.ts';
import { withoutUnanswered, type ReportDefinition, type ReportFilters } from '../engine/definition.ts';
import { usableSubject, type Usable } from '../engine/usable-fields.ts';
import { atFormFields } from './design-fields.ts';

interface Checking {
  actor: Actor;
  institutionId: number;
  parts: Required<ReportParts>;
  /** What the report was before an edit: what its editor can't see may stay. */
  before?: ReportDefinition | undefined;
}

/** The report for its author. Refuses what they couldn’t run: unknown, restricted and retired fields, comparisons that don’t fit. */
export async function checkDesign(
  db: Db,
  { actor, institutionId, parts, before }: Checking,
  definition: ReportDefinition,
): Promise<CompiledReport> {
  const usable = await subjectFor(db, { actor, wanted: institutionId }, parts, definition.subject);
  const kept = new Set(before?.subject === definition.subject ? namesIn(before) : []);
  for (const [part, names] of Object.entries(byPart(definition)))
    for (const name of names) if (!kept.has(name)) refuseUnusable(usable, part, name);
  const filters = withoutClosed(usable, withoutUnanswered(definition.filters));
  return atFormFields(() => compile(usable, { ...definition, filters }));
}

/** A subject that a form names; an unknown one and one that the actor can’t see are refused beside it. */
export async function subjectFor(db: Db, context: ReportContext, parts: Required<ReportParts>, name: string) {
  try {
    return await usableSubject(db, context, parts, name);
  } catch (error) {
    if (error instanceof NotFound && error.what === 'kind of report')
      throw new ValidationError('subject', 'Choose a source for the report.');
    if (error instanceof NotAllowed)
      throw new ValidationError('subject', 'You don’t have access to these records. Choose another kind of report.');
    throw error;
  }
}

export const rulesOf = ({ groups }: ReportFilters) => groups.flatMap(({ rules }) => rules);

/** The fields that a report names, by the part of the form that does. */
const byPart = ({ fields, filters, sort, group }: ReportDefinition) => ({
  selected_fields: fields,
  filters: rulesOf(filters).map(({ field }) => field),
  sort: sort.map(({ field }) => field),
  group_by: group === null ? [] : [group],
});

const namesIn = (definition: ReportDefinition) => Object.values(byPart(definition)).flat();

export function refuseUnusable({ usable, closed }: Usable, part: string, name: string): void {
  if (usable.has(name)) return;
  const label = closed.get(name);
  throw new ValidationError(
    part,
    label
      ? `You don’t have access to ${label}. Remove it, or ask your ICT administrator for access.`
      : `The field “${name.slice(0, 60)}” no longer exists. Remove it and choose another.`,
  );
}

/** Filters that the editor can’t see aren’t theirs to check. */
export const withoutClosed = ({ closed }: Usable, filters: ReportFilters): ReportFilters => ({
  ...filters,
  groups: filters.groups
    .map((group) => ({ ...group, rules: group.rules.filter(({ field }) => !closed.has(field)) }))
    .filter(({ rules }) => rules.length > 0),
});
