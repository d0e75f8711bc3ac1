/** What the entries of a subject begin with. */
export const prefixOf = (subject: string) => `remove_${subject}_`;

/** The value of the designer's hidden field: `remove_student_surname remove_student_gender`. */
export const valueOf = (subject: string, fields: readonly string[]): string =>
  fields.map((field) => prefixOf(subject) + field).join(' ');
