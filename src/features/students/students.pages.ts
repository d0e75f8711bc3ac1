import { page } from '#web/page.ts';
import type { Family } from './student-family.queries.ts';
import type { PlaceChoices } from '#features/geography/geography.queries.ts';
import type { StudentFilter } from './student-filter.ts';
import type { StudentStatus } from './student-status.ts';
import type { RestrictedGroup } from '#kernel/field-groups.ts';
import type { Kin } from './standing.ts';
import type { Enrolment, Move, StudentOverview, Subject } from './student-profile.queries.ts';
import type { StudentProfile, StudentRow } from './students.queries.ts';

interface Choice {
  id: number;
  name: string;
}

export interface BatchChoice extends Choice {
  institutionId: number;
  classId: number;
  className: string;
  capacity: number;
  students: number;
}

export interface StudentListProps {
  rows: StudentRow[];
  /** Address of the next page. */
  next: string | null;
  filter: Omit<StudentFilter, 'after'>;
  /** After the first paint: how many in all; one more than the limit means 'more than'. */
  total?: number;
  /** After the first paint: what the filters and the assignment offer. */
  choices?: { batches: BatchChoice[]; programs: Choice[] };
  /** Exporting all that is listed, or only what is of some institutions. */
  can: { create: boolean; assignBatch: boolean; import: boolean; photos: boolean; export: 'all' | 'some' | false };
  /** The menu's 'Batch assignment' shows the same list, narrowed to who has no batch. */
  isAssignment: boolean;
}
export const studentList = page<StudentListProps>('students/student-list');

export interface StudentHistoryEntry {
  id: number;
  at: Date;
  person: string;
  summary: string;
}

export type ProfileTab = 'overview' | 'family' | 'subjects' | 'documents' | 'private' | 'enrolments' | 'history';

export interface StudentProfileProps {
  student: Omit<StudentOverview, 'kinGuardian' | 'nextOfKinName' | 'nextOfKinPhone' | 'nextOfKinRelation'> & {
    /** Address of the picture. */
    photo: string | null;
  };
  nextOfKin: { name: string; phone: string | null; relation: string | null } | null;
  age: number | null;
  tab: ProfileTab;
  family?: Family;
  /** The student looks at the own record, a guardian at a child's; null for whoever works here. */
  kin: Kin;
  subjects?: Subject[];
  restricted?: {
    groups: RestrictedGroup[];
    health: { bloodGroup: string | null; genotype: string | null } | null;
    religion: string | null;
  };
  enrolments?: Enrolment[];
  studentMoves?: (Omit<Move, 'reason'> & { reason: string | null })[];
  history?: (StudentHistoryEntry & { details: Record<string, unknown> })[];
  lastChange: StudentHistoryEntry | null;
  moves: { value: StudentStatus; label: string }[];
  can: {
    edit: boolean;
    history: boolean;
    family: boolean;
    documents: boolean;
    private: boolean;
    cards: boolean;
  };
}
export const studentProfilePage = page<StudentProfileProps>('students/student-profile');

export interface StudentFormProps {
  student: StudentProfile | null;
  institutions: (Choice & { numberExample: string })[];
  institutionId: number;
  places: PlaceChoices;
  bloodGroups: readonly string[];
}
export const studentForm = page<StudentFormProps>('students/student-form');
