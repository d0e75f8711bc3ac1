import { Refused } from '#kernel/errors.ts';
import { prefixOf } from './selected-value.ts';

/** The fields in the value of the designer’s hidden field, in their order. */
export function selectedFields(subject: string, value: string): string[] {
  const prefix = prefixOf(subject);
  return value
    .split(' ')
    .filter(Boolean)
    .map((entry) => {
      if (entry.startsWith(prefix)) return entry.slice(prefix.length);
      throw new Refused(
        'selected_fields',
        `“${entry.slice(0, 60)}” doesn’t belong to this kind of report. Remove it and choose fields from the list.`,
      );
    });
}
