/** The content of a transfer certificate, as of the day it was issued. */
export interface TransferContent {
  institution: string;
  surname: string;
  firstName: string;
  middleName: string | null;
  admissionNumber: string;
  registrationNumber: string | null;
  gender: 'female' | 'male' | null;
  birthDate: string | null;
  stateOfOrigin: string | null;
  /** First day (of the first enrolment, else the admission) and last day. */
  attendedFrom: string | null;
  attendedUntil: string;
  lastClass: string | null;
  lastBatch: string | null;
  session: string | null;
  program: string | null;
  reason: string;
  destination: string | null;
  place: string | null;
}
