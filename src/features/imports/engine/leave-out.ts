/** What a form says of a column that is not imported. */
export const leaveOut = 'leave_out';
