/** The number of changes to its record that a waiting request shows. */
export const sinceShown = 3;
