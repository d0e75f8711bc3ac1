import type { ApplicationState } from '../admissions.ts';

export type SentState = Exclude<ApplicationState, 'draft'>;

/* The choices of the list's filters. */
export const paperStates = { missing: 'Missing', complete: 'Complete' } as const;
export const taskStates = { open: 'Open' } as const;
export const seatStates = { seated: 'Has a seat', none: 'No seat' } as const;
export const pinStates = { used: 'Used', missing: 'Missing' } as const;
export const feeStates = { paid: 'Paid', unpaid: 'Not paid' } as const;
