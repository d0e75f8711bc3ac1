/** What a day differs in, in the order in which one beats another; an event changes nothing. */
export const entryKinds = {
  school_day: 'School day',
  holiday: 'Holiday',
  half_day: 'Half day',
  event: 'Event',
} as const;
export type EntryKind = keyof typeof entryKinds;

export const entryAudiences = { student: 'Students', guardian: 'Guardians', employee: 'Employees' } as const;
export type EntryAudience = keyof typeof entryAudiences;
