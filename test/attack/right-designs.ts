/** Designs that the server takes from everybody who may design. */
export const rule = { field: 'gender', operator: 'one_of', values: ['male'], ask: false };
export const filters = JSON.stringify({ joined: 'and', groups: [{ joined: 'and', rules: [rule] }] });

export const report = {
  subject: 'student',
  selected_fields: 'remove_student_surname remove_student_religion',
  sort: '[]',
  filters,
  group_by: 'batch',
  totals: 'true',
  distinct: 'false',
  limit: '',
};

export const graph = {
  subject: 'student',
  filters,
  first_group: 'gender',
  first_step: '',
  second_group: '',
  second_step: '',
  measure: 'count',
  measure_field: '',
  chart: 'pie',
  order_by: 'group',
};
