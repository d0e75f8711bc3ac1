import type { FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/actor.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { guessColumns } from './engine/guess.ts';
import { hiddenColumns } from './school/hidden-columns.ts';
import type { FoundImport, ImportProblem, ImportProblemGroup } from './imports.queries.ts';
import type { Field } from './engine/field.ts';
import type { Kind, School } from './kinds/kind.ts';
import { mayUse } from './school/may-use.ts';
import { loadSchool } from './school/school.queries.ts';
import { listsOf } from './engine/field.ts';

/** Headings shown without values, also in the problems file. */
export async function hiddenFrom(request: FastifyRequest, found: FoundImport): Promise<Set<string>> {
  const { surroundings, roster } = await request.read((db) => loadSchool(db, found.institutionId, found.kind));
  const canImport = mayUse(request.actor, found.institutionId, roster);
  return hiddenColumns(found, guessColumns(found.format.columns, roster, surroundings, canImport), roster, canImport);
}

const hiddenMessage = 'This column has a problem. Ask a colleague with access to it to fix it.';

/** Problems in hidden columns are shown without the value. */
export const withoutHidden = (problems: ImportProblem[], hidden: Set<string>): ImportProblem[] =>
  problems.map((problem) =>
    problem.columnName !== null && hidden.has(problem.columnName)
      ? {
          ...problem,
          value: null,
          message: hiddenMessage,
        }
      : problem,
  );

/** Problems in hidden columns are one for each column, without values and rows. */
export function groupsWithoutHidden(groups: ImportProblemGroup[], hidden: Set<string>): ImportProblemGroup[] {
  const shown: ImportProblemGroup[] = [];
  for (const group of groups) {
    if (group.columnName === null || !hidden.has(group.columnName)) shown.push(group);
    else {
      const same = shown.find(({ columnName }) => columnName === group.columnName);
      if (same) same.count += group.count;
      else shown.push({ ...group, value: null, message: hiddenMessage, rows: [] });
    }
  }
  return shown;
}

/** Only users with access see labels of restricted fields. */
export function lackingFields(actor: Actor, found: FoundImport, { customFields, roster }: School) {
  const seen = groupsSeen(actor, found.institutionId, roster.groups);
  return customFields.flatMap(({ id, label, group }) => {
    const count = found.lacking[id];
    return count && seen.includes(group) ? [{ label, count }] : [];
  });
}

/** New list values under their field's label, for users with access to it: in a short file they would reveal whose they are. */
export function newWordsByField(newWords: FoundImport['newWords'], kind: Kind, canImport: (field: Field) => boolean) {
  return listsOf(kind).flatMap((list) => {
    const found = newWords[list];
    const [key, field] = Object.entries(kind.fields).find(([, one]) => one.list === list)!;
    return found && canImport(field) ? [{ field: key, label: field.label, ...found }] : [];
  });
}
