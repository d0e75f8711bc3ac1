/** Marks of today’s registers by which the list of students is filtered. */
export const marksOfToday = { absent: 'Absent', late: 'Late', sick: 'Sick', excused: 'Excused' } as const;
