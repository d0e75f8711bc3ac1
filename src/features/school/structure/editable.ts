import { allow, type Actor } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';

/** The record of an edit form: 404 if the actor cannot see it, 403 if they can only view it. */
export function editable<Row extends { institutionId: number }>(actor: Actor, row: Row | undefined, noun: string): Row {
  if (!row) throw new NotFound(noun);
  allowEdit(actor, row.institutionId);
  return row;
}

const allowEdit = (actor: Actor, institutionId: number): void => allow(actor, 'structure.edit', institutionId);
