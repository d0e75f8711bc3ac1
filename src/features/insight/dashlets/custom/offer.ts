import { can, type Actor } from '#kernel/actor.ts';
import { shapes, type Shape } from '../dashlets.ts';
import type { CountedType, Split } from './counted-type.ts';
import { filtersOf, type DataFilter } from './data-filters.ts';
import { associateOf, associates, models, seesType } from './registry.ts';

interface Option {
  value: string;
  label: string;
}

/** The ways an associate can be shown: split if it has groups, by day if it has days. */
export function shapesOf({ splits, day }: CountedType): Option[] {
  const isSplit = Object.keys(splits).length > 0;
  const can: Record<Shape, boolean> = {
    figure: true,
    list: true,
    bars: isSplit,
    donut: isSplit,
    line: Boolean(day),
    calendar: Boolean(day),
  };
  return Object.entries(shapes).flatMap(([value, label]) => (can[value as Shape] ? [{ value, label }] : []));
}

export const splitsOf = ({ splits }: CountedType): Option[] =>
  Object.entries(splits).map(([value, { label }]) => ({ value, label }));

export const seesSplit = (actor: Actor, { restricted }: Split, institutionId: number): boolean =>
  !restricted || can(actor, restricted.needs, institutionId);

/** Those whose values the actor may see. */
export const splitsSeen = (actor: Actor, type: CountedType, institutionId: number): Option[] =>
  splitsOf(type).filter(({ value }) => seesSplit(actor, type.splits[value]!, institutionId));

export interface AssociateOffer {
  filters: DataFilter[];
  shapes: Option[];
  splits: Option[];
}

/** What the form offers once an associate is chosen; null if the actor sees none of it. */
export function associateOffer(actor: Actor, institutionId: number, name: string): AssociateOffer | null {
  const type = associateOf(name);
  if (!type || !seesType(actor, type, institutionId)) return null;
  return { filters: filtersOf(type), shapes: shapesOf(type), splits: splitsSeen(actor, type, institutionId) };
}

export interface ModelOffer extends Option {
  associates: Option[];
}

/** The models and associates of which the actor sees something. */
export const modelOffers = (actor: Actor, institutionId: number): ModelOffer[] =>
  Object.entries(models).flatMap(([value, { label, type, associates: names }]) => {
    const seen = names.filter((name) => seesType(actor, associates[name]!, institutionId));
    if (!seesType(actor, type, institutionId) || seen.length === 0) return [];
    return [{ value, label, associates: seen.map((name) => ({ value: name, label: associates[name]!.label })) }];
  });
