/** The form value of a column that is not imported. */
export const skipColumn = 'leave_out';
