import { Refused } from '#kernel/errors.ts';

const prefixOf = (subject: string) => `remove_${subject}_`;

/** The value of the designer's hidden field: `remove_student_surname remove_student_gender`. */
export const valueOf = (subject: string, fields: readonly string[]): string =>
  fields.map((field) => prefixOf(subject) + field).join(' ');

/** The fields in that value, in their order. */
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
