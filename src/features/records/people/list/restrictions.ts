import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { PeopleFilters, PeopleTable, Restriction, Needs } from './list-filters.ts';
import { figureOf } from './list-order.ts';
import type { Declaration, Values } from './people-declaration.ts';
import { restrictedReads, type Transactions } from './restricted-reads.ts';

/** Filters by restricted groups: the permissions they need, and what the logs say of them. */
export function restrictionsOf<Table extends PeopleTable, All extends PeopleFilters<Table>>(
  list: Declaration<Table, All>,
  holdsEverywhere: (actor: Actor, permission: Permission, wanted?: number) => boolean,
) {
  const restrictions = Object.entries(list.filters).flatMap(([key, { restriction }]) =>
    restriction ? [{ key, ...restriction }] : [],
  );
  const restrictionsOn = (filter: object) => restrictions.filter(({ key }) => (filter as Values)[key]);
  const sees = (actor: Actor, group: RestrictedGroup, wanted?: number) =>
    holdsEverywhere(actor, list.groups[group], wanted);

  /** A filter reveals its values, so users who can't see the values can't filter by them. */
  function allow(actor: Actor, filter: object): void {
    for (const { group, subject } of restrictionsOn(filter))
      if (!sees(actor, group, (filter as Values).institution_id))
        throw new NotAllowed(`You don’t have permission to see ${subject}, so you can’t filter by it.`);
    for (const { permission, subject } of needed(filter as Values))
      if (institutionsInView(actor, (filter as Values).institution_id, permission).length === 0)
        throw new NotAllowed(`You don’t have permission to see ${subject}, so you can’t sort or filter by them.`);
  }

  /** What the sort and the filters of an address need. */
  const needed = (filter: Partial<Values>): Needs[] =>
    [
      figureOf(list, filter.sort ?? '')?.needs,
      ...Object.entries(list.filters).map(([key, { needs }]) => (filter[key] ? needs : undefined)),
    ].filter((needs) => needs !== undefined);

  /** What a list with these filters and this order reveals of people who are chosen from it. */
  const revealedBy = (filter: object): Permission[] => [
    ...restrictionsOn(filter).map(({ group }) => list.groups[group]),
    ...needed(filter as Values).map(({ permission }) => permission),
  ];

  /** The filter as the audit log may show it. */
  const logged = <Values extends object>(filter: Values): Values =>
    restrictionsOn(filter)
      .filter(({ isSecret }) => isSecret)
      .reduce((shown, { key }) => ({ ...shown, [key]: 'not shown' }), filter);

  /** The reads of one list request: checked with the verified actor, and logged where required. */
  const reads = (request: Transactions, filter: object) =>
    restrictedReads(request, {
      entity: list.entity,
      seeing: list.seeing,
      filter,
      restricted: restrictionsOn(filter).map(({ key, group, note }: { key: string } & Restriction) => ({
        group,
        note: note((filter as Values)[key] as never),
      })),
      allow: (actor) => allow(actor, filter),
    });

  return { sees, allow, revealedBy, logged, reads };
}
