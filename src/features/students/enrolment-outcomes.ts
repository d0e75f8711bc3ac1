/** How an enrolment ended, in words. */
export const enrolmentOutcomes: Record<string, string> = {
  moved: 'Moved',
  promoted: 'Promoted',
  repeated: 'Repeats',
  graduated: 'Graduated',
  withdrawn: 'Withdrew',
  transferred: 'Transferred',
  deceased: 'Deceased',
};
