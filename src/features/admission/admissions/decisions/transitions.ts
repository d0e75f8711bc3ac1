import { applicationStates, type ApplicationState } from '../admissions.ts';

/** Applications that are decided on together. */
export const mostDecided = 1000;

/** What an officer can decide. Admission is an act of its own (admit/). */
export const decisions = {
  under_review: 'Reopen',
  offered: 'Offer a place',
  waiting_list: 'Put on the waiting list',
  rejected: 'Reject',
  accepted: 'Record acceptance',
  withdrawn: 'Withdraw',
} as const satisfies Partial<Record<ApplicationState, string>>;
export type Decision = keyof typeof decisions;

/** The states from which each decision can be made. */
export const decidedFrom: Record<Decision, readonly ApplicationState[]> = {
  under_review: ['submitted', 'offered', 'waiting_list', 'rejected', 'withdrawn'],
  offered: ['submitted', 'under_review', 'waiting_list'],
  waiting_list: ['submitted', 'under_review', 'offered'],
  rejected: ['submitted', 'under_review', 'waiting_list', 'offered'],
  accepted: ['offered'],
  withdrawn: ['submitted', 'under_review', 'waiting_list', 'offered', 'accepted'],
};

/** Decisions that need a reason, which the applicant reads for the last two. */
export const needsReason = (to: Decision, from: ApplicationState): boolean =>
  to === 'withdrawn' || (to === 'under_review' && from !== 'submitted');

export const decisionsFrom = (state: ApplicationState): Decision[] =>
  (Object.keys(decisions) as Decision[]).filter((to) => decidedFrom[to].includes(state));

/** 'Offered Ada Obi a place': the verb of each decision in the log. */
export const decidedAs: Record<Decision, string> = {
  under_review: 'reopened',
  offered: 'offered a place to',
  waiting_list: 'put on the waiting list',
  rejected: 'rejected',
  accepted: 'recorded the acceptance of',
  withdrawn: 'withdrew',
};

/** 'is admitted', in a refusal. */
export const stateText = (state: ApplicationState): string => applicationStates[state].toLowerCase();
