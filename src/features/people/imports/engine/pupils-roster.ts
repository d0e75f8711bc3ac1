import { squeeze } from './clean.ts';

const ofPupil =
  /^(dateofbirth|dob|birthdate|class|classarm|presentclass|currentclass|batch|admissiondate|othernames?)$/;
const number = /^(admission|adm|reg|matric|student)(number|no|id)$/;
const ofParent = /parent|guardian|father|mother|sponsor/;

/** Whether the headings are those of a list of students, in which an unmarked name is the student's. */
export function isPupilsRoster(headers: string[]): boolean {
  const keys = headers.map(squeeze);
  return keys.some((key) => number.test(key)) && keys.some((key) => ofPupil.test(key));
}

/** Whether a column of such a list is about the parent. */
export const isOfParent = (header: string): boolean => ofParent.test(squeeze(header));
