/** The form value of a column that is not imported. */
export const skipColumn = 'leave_out';

/** What can be chosen for a value besides another one. */
export const meaningActs = { blank: '-blank', asWritten: '-as-written', add: '-add' } as const;
