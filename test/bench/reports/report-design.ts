/** The form of a report about students, as the designer sends it. */
export const designOf = (fields: string[], more: Record<string, string> = {}) => ({
  subject: 'student',
  sort: '[]',
  group_by: '',
  limit: '',
  filters: '{"joined":"and","groups":[]}',
  selected_fields: fields.map((field) => `remove_student_${field}`).join(' '),
  ...more,
});

export const filtersOf = (...rules: { field: string; operator: string; values: string[] }[]) =>
  JSON.stringify({ joined: 'and', groups: [{ joined: 'and', rules }] });
