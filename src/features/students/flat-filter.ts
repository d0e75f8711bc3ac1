import type { StudentFilter } from './student-filter.ts';

/** A filter as an address writes it, name by name. */
export function flatFilter({ custom = {}, ...filter }: Partial<StudentFilter>) {
  const own = Object.entries(custom).map(([key, value]) => [`custom.${key}`, value] as const);
  return { ...filter, ...Object.fromEntries(own) };
}
