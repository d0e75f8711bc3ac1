/** Labels of enrolment outcomes. */
export const enrolmentOutcomes: Record<string, string> = {
  moved: 'Moved',
  promoted: 'Promoted',
  on_trial: 'Promoted on trial',
  repeated: 'Repeated',
  graduated: 'Graduated',
  withdrawn: 'Withdrawn',
  transferred: 'Transferred',
  deceased: 'Deceased',
};

/** Those that say what followed a session. */
export const sessionOutcomes = ['promoted', 'on_trial', 'repeated', 'graduated'] as const;
