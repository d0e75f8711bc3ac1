/** Restricted values of fewer people than this are not told apart from each other where people are counted. */
export const minGroupSize = 5;
