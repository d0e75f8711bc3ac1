/** Labels of enrolment outcomes. */
export const enrolmentOutcomes: Record<string, string> = {
  moved: 'Moved',
  promoted: 'Promoted',
  repeated: 'Repeated',
  graduated: 'Graduated',
  withdrawn: 'Withdrawn',
  transferred: 'Transferred',
  deceased: 'Deceased',
};
