/** The form value of a column that is not imported. */
export const leaveOut = 'leave_out';
