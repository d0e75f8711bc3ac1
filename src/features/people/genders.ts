/** By their labels. */
export const genders = { female: 'Female', male: 'Male' };
