import { allow, type Actor } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';

/** The row that a form edits, for whom may change it: 404 for whom may not see it, 403 for whom may only look. */
export function editable<Row extends { institutionId: number }>(actor: Actor, row: Row | undefined, what: string): Row {
  if (!row) throw new NotFound(what);
  allowEdit(actor, row.institutionId);
  return row;
}

export const allowEdit = (actor: Actor, institutionId: number): void => allow(actor, 'structure.edit', institutionId);
