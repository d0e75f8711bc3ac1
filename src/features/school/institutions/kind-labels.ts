/** Labels for types of institutions. */
export const kindLabels = {
  nursery: 'Nursery school',
  primary: 'Primary school',
  secondary: 'Secondary school',
  college: 'College',
  polytechnic: 'Polytechnic',
  university: 'University',
  other: 'Other',
};
