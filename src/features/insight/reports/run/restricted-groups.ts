import type { Actor } from '#kernel/actor.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { Tx } from '#kernel/database.ts';
import { logFilter } from '#features/records/people/list/log-filter.ts';
import type { Compiled } from '../engine/compile.ts';

/** What a report or graph shows and narrows by. */
export type Shown = Pick<Compiled, 'usable' | 'columns' | 'narrowing' | 'group'>;

/** The restricted groups that a report shows or narrows by, with the labels of their fields. */
export function restrictedGroups({ columns, narrowing, group }: Omit<Shown, 'usable'>): Map<RestrictedGroup, string[]> {
  const labels = new Map<RestrictedGroup, string[]>();
  for (const { restriction, label } of new Set([...columns, ...narrowing, ...(group ? [group] : [])]))
    if (restriction) labels.set(restriction, [...new Set([...(labels.get(restriction) ?? []), label])]);
  return labels;
}

interface Look {
  compiled: Shown;
  institutionId: number;
  name: string;
  /** A further page, a count or a preview of what was just shown adds no entry. */
  isNewLook: boolean;
}

/** One entry in the access log for each run and group of restricted data. */
export async function logReport(tx: Tx, actor: Actor, { compiled, institutionId, name, isNewLook }: Look) {
  const { person = 'student' } = compiled.usable.subject;
  for (const [group, labels] of restrictedGroups(compiled)) {
    const words = `Report “${name}”: ${labels.join(', ')}`;
    // One connection answers one after another.
    // oxlint-disable-next-line no-await-in-loop
    await logFilter(tx, actor, { institutionId, entity: person, group, words, isNewLook });
  }
}
