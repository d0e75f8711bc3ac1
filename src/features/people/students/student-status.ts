/** The statuses of a student. The moves between them are in student-moves.ts. */
export const studentStatuses = [
  'applicant',
  'active',
  'suspended',
  'graduated',
  'withdrawn',
  'transferred',
  'deceased',
] as const;
export type StudentStatus = (typeof studentStatuses)[number];

export const studentStatusLabels: Record<StudentStatus, string> = {
  applicant: 'Applicant',
  active: 'Active',
  suspended: 'Suspended',
  graduated: 'Graduated',
  withdrawn: 'Withdrawn',
  transferred: 'Transferred',
  deceased: 'Deceased',
};

/** Statuses in which a student can be in a batch. A move to any other closes the enrolment. */
export const enrolledStatuses: readonly StudentStatus[] = ['active', 'suspended'];
export const isEnrolled = (status: StudentStatus): boolean => enrolledStatuses.includes(status);
