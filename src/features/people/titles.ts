/** What people are called here; a form proposes them, anything else may be written. */
export const titles = [
  'Mr',
  'Mrs',
  'Miss',
  'Ms',
  'Dr',
  'Prof',
  'Engr',
  'Barr',
  'Chief',
  'Alhaji',
  'Alhaja',
  'Hajiya',
  'Mallam',
  'Pastor',
  'Rev',
];
