/** What stands on a transfer certificate, as it was on the day it was issued. */
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
  /** Days of the first enrolment, or the admission, and of the last day. */
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
