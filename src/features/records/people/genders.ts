/** Labels of genders. */
export const genders = { female: 'Female', male: 'Male' };
