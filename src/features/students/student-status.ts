/** The states of a student and the moves between them; the database checks the names, this the moves. */
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

export const studentStatusWords: Record<StudentStatus, string> = {
  applicant: 'Applicant',
  active: 'Active',
  suspended: 'Suspended',
  graduated: 'Graduated',
  withdrawn: 'Withdrawn',
  transferred: 'Transferred',
  deceased: 'Deceased',
};

const moves: Record<StudentStatus, readonly StudentStatus[]> = {
  applicant: ['active', 'withdrawn', 'deceased'],
  active: ['suspended', 'graduated', 'withdrawn', 'transferred', 'deceased'],
  suspended: ['active', 'withdrawn', 'transferred', 'deceased'],
  graduated: ['active'],
  withdrawn: ['active'],
  transferred: ['active'],
  deceased: [],
};

export const movesFrom = (status: StudentStatus): readonly StudentStatus[] => moves[status];

/** A student in one of these sits in a batch; moving to any other closes the enrolment. */
export const isEnrolled = (status: StudentStatus): boolean => status === 'active' || status === 'suspended';
