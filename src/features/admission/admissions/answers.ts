import type { StudentFields } from '#features/people/students/form/student-fields.ts';
import type { AskableField, Examination } from './intake-needs.ts';

/** What an applicant has answered, in the words of the records that it becomes. Everything may be missing in a draft. */
export interface Answers {
  /** Fields of the student's record besides the columns of the application. */
  person?: Partial<Pick<StudentFields, AskableField | 'stateId' | 'stateName' | 'lgaId' | 'phone' | 'mobile'>>;
  guardians?: GuardianAnswer[];
  schools?: SchoolAnswer[];
  results?: ResultAnswer[];
  /** Values of custom fields, as a form sends them. */
  custom?: Record<string, unknown>;
  /** What was typed into a part and could not be saved yet, by its fields. */
  typed?: Partial<Record<string, Record<string, string>>>;
  /** The window that wrote a part last, with its turn: 'k3f9a.7'. */
  windows?: Partial<Record<string, string>>;
}

export interface GuardianAnswer {
  title?: string | null;
  surname: string;
  firstName: string;
  relation?: string | null;
  /** E.164. */
  mobile?: string | null;
  email?: string | null;
  occupation?: string | null;
  address?: string | null;
}

export interface SchoolAnswer {
  name: string;
  /** Years, as typed. */
  from?: string | null;
  to?: string | null;
  lastClass?: string | null;
}

export interface ResultAnswer {
  examination: Examination;
  year: string;
  /** The candidate's number. */
  number?: string | null;
  subjects: { subject: string; grade: string }[];
}
