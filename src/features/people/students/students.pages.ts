import { type StudentFilter, type mayInStudentList, type studentChoices, type StudentRow } from './students.list.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { PeopleProps } from '#features/records/people/list/serve-people.ts';
import type { HistoryEntry } from '#features/records/people/history.queries.ts';
import { page } from '#web/page.ts';
import type { Family } from './profile/student-family.queries.ts';
import type { certificateList } from './certificates/certificates.list.ts';
import type { MoveKind, LeavingDebts } from './moves/student-moves.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { ProfileProps } from '#features/records/people/serve-profile.ts';
import type { ResultSummary } from './result-summary.ts';
import type { Kin } from './student-kind.ts';
import type { StudentOverview, Enrolment, Move, Subject } from './profile/student-profile.queries.ts';
import type { studentFormProps } from './form/student-form.queries.ts';
import type { OwnFields } from '#features/records/custom-fields/custom-fields.queries.ts';

export type StudentListProps = PeopleProps<
  StudentRow,
  StudentFilter,
  ReturnType<typeof mayInStudentList>,
  Awaited<ReturnType<typeof studentChoices>>
>;

export const studentListPage = page<StudentListProps>('students/student-list');

export interface StudentProfileProps extends ProfileProps {
  student: Omit<StudentOverview, 'kinGuardian' | 'nextOfKinName' | 'nextOfKinPhone' | 'nextOfKinRelation'> & {
    /** Address of the photo. */
    photo: string | null;
  };
  nextOfKin: { name: string; phone: string | null; relation: string | null } | null;
  age: number | null;
  family?: Family;
  /** Address of the next page of siblings. */
  siblings?: Family['siblings'];
  nextSiblings?: string | null;
  /** Set for the student and guardians; null for staff. */
  kin: Kin;
  subjects?: Subject[];
  restricted?: {
    groups: RestrictedGroup[];
    health: { bloodGroup: string | null; genotype: string | null } | null;
    religion: string | null;
    own: OwnFields;
  };
  own?: OwnFields;
  /** Where the student stands, on the overview; null without published results. */
  summary?: ResultSummary | null;
  enrolments?: Enrolment[];
  studentMoves?: (Omit<Move, 'reason'> & { reason: string | null })[];
  lastChange: HistoryEntry | null;
  /** The status changes that the viewer can make, each with the address of its form. */
  moves: { label: string; href: string }[];
  certificates?: { id: number; number: string; issuedOn: string; isVoid: boolean }[];
  can: ProfileProps['can'] & { family: boolean; private: boolean; cards: boolean; printCertificates: boolean };
}

export const studentProfilePage = page<StudentProfileProps>('students/student-profile');

export type StudentFormProps = Awaited<ReturnType<typeof studentFormProps>>;

export const studentForm = page<StudentFormProps>('students/student-form');

export interface StudentMoveProps {
  kind: MoveKind;
  label: string;
  action: string;
  student: {
    institutionId: number;
    id: number;
    surname: string;
    firstName: string;
    middleName: string | null;
    admissionNumber: string;
    batch: string | null;
  };
  /** The reason why the move is not possible now. */
  refusal: string | null;
  today: string;
  earliest: string | null;
  latest: string;
  hasSignIn: boolean;
  choosesBatch: boolean;
  /** What a leaving student owes; null if nothing. */
  debts: LeavingDebts | null;
  batches: { id: number; name: string; className: string; room: number }[];
  moreBatches: boolean;
  institutionId: number;
  preview: string[];
}

export const studentMovePage = page<StudentMoveProps>('students/student-move');

export const certificateListPage = page<PropsOfList<typeof certificateList> & { years: number[] }>(
  'students/certificate-list',
);

export interface CertificateVoidProps {
  id: number;
  number: string;
  studentId: number;
  name: string;
  isVoid: boolean;
}

export const certificateVoid = page<CertificateVoidProps>('students/certificate-void');
