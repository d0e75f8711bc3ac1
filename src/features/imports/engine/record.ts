import { z } from 'zod';
import { studentStatuses } from '#features/students/student-status.ts';
import { fields, type FieldKey } from './fields.ts';

const text = (key: FieldKey & keyof typeof limits) =>
  z.string().max(limits[key], `The ${fields[key].label.toLowerCase()} is longer than ${limits[key]} letters.`);
const required = (key: 'surname' | 'firstName') =>
  text(key).min(1, `The ${fields[key].label.toLowerCase()} is missing.`);

const limits = {
  admissionNumber: 40,
  registrationNumber: 40,
  surname: 100,
  firstName: 100,
  middleName: 100,
  city: 100,
  community: 100,
  address: 300,
  religion: 60,
  language: 60,
} as const;

/** A student as a row of a file gives it; null where the row says nothing. The limits are the database's. */
export const StudentRecord = z.object({
  admissionNumber: text('admissionNumber').nullable(),
  registrationNumber: text('registrationNumber').nullable(),
  surname: required('surname'),
  firstName: required('firstName'),
  middleName: text('middleName').nullable(),
  gender: z.enum(['female', 'male']).nullable(),
  birthDate: z.string().nullable(),
  status: z.enum(studentStatuses).nullable(),
  batchId: z.number().int().nullable(),
  admissionDate: z.string().nullable(),
  countryId: z.string().nullable(),
  stateId: z.string().nullable(),
  lgaId: z.string().nullable(),
  city: text('city').nullable(),
  community: text('community').nullable(),
  address: text('address').nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  religion: text('religion').nullable(),
  language: text('language').nullable(),
  bloodGroup: z.string().nullable(),
});
export type StudentRecord = z.infer<typeof StudentRecord>;
