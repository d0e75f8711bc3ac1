/** Suggested titles; any other can be typed. */
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
