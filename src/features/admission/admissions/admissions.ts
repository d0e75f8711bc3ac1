/** The states of an application, with their labels. */
export const applicationStates = {
  draft: 'Draft',
  submitted: 'Submitted',
  under_review: 'Under review',
  offered: 'Offered',
  waiting_list: 'Waiting list',
  rejected: 'Rejected',
  accepted: 'Accepted',
  admitted: 'Admitted',
  withdrawn: 'Withdrawn',
} as const;
export type ApplicationState = keyof typeof applicationStates;

/** States in which the school still decides. */
export const undecided = ['submitted', 'under_review', 'waiting_list'] as const satisfies ApplicationState[];

/** States that take one of the seats. */
export const seated = ['offered', 'accepted', 'admitted'] as const satisfies ApplicationState[];

/** The parts of the form that the school can ask for again; a paper is `paper:` and its key. */
export const formParts = {
  person: 'Personal details',
  guardians: 'Parents and guardians',
  schools: 'Previous schools',
  results: 'Examination results',
  custom: 'More questions',
  photo: 'Photo',
} as const;
export type FormPart = keyof typeof formParts;
