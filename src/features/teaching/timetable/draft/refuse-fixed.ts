import { can, type Actor } from '#kernel/actor.ts';
import { Conflict, NotAllowed } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import type { Version } from '../versions/versions.queries.ts';

/** The page of a form that could not be saved is not shown. */
export function refuseFixed(actor: Actor, { institutionId, state, name }: Version): void {
  if (!can(actor, 'timetable.edit', institutionId)) throw new NotAllowed();
  if (state !== 'draft')
    throw new Conflict(`${name} is published, so it can’t be changed. Copy it, then edit the copy.`);
}

/** ' 2 lessons no longer fit: back in the tray.' */
export const returnedText = (count: number): string =>
  count === 0 ? '' : ` ${countOf(count, 'lesson')} no longer ${count === 1 ? 'fits' : 'fit'}: back in the tray.`;
