/** Why a student is away. Each is a mark of registers. */
export const excuseKinds = { sick: 'Sick', excused: 'Other reason', excursion: 'Excursion or event' } as const;
export type ExcuseKind = keyof typeof excuseKinds;

export const excuseStates = { open: 'Open', accepted: 'Accepted', refused: 'Refused' } as const;
export type ExcuseState = keyof typeof excuseStates;

/** So many days at once, back and ahead. */
export const mostDays = 60;
export const daysBack = 30;
export const daysAhead = 180;
/** Undecided ones of one student. */
export const mostOpen = 10;
