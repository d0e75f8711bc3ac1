import type { CustomDashlet } from '../dashlets.ts';
import { readFilter } from './data-filters.ts';
import { shapesOf, splitsOf } from './offer.ts';
import { associateOf, modelOf } from './registry.ts';

/** Whether the registry knows every name of it, and can show it in that way. */
export function isComplete({
  model_name,
  model_associate_type,
  data_filter,
  shown_as,
  split_by,
}: CustomDashlet): boolean {
  const type = associateOf(model_associate_type);
  if (!type || !modelOf(model_name)?.associates.includes(model_associate_type)) return false;
  const isSplit = shown_as === 'bars' || shown_as === 'donut';
  return (
    readFilter(type, data_filter) !== null &&
    shapesOf(type).some(({ value }) => value === shown_as) &&
    (isSplit ? splitsOf(type).some(({ value }) => value === split_by) : split_by === null)
  );
}
