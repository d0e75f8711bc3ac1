import { z } from 'zod';
import { checkbox, queryParam } from '#kernel/schemas.ts';
import { ofAddress } from '#features/records/people/list/address.ts';
import { employeeList } from '#features/people/employees/employees.list.ts';
import { studentList } from '#features/people/students/students.list.ts';

/** The maximum number of cards in a file. */
export const cardLimit = 500;

/** Ids of selected people as '4,17,23'; by default the filtered list. */
const ids = queryParam(
  z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/, 'Select the people again.')
    .transform((text) => [...new Set(text.split(','))].map(Number))
    .refine((all) => all.length <= cardLimit, `One file can have up to ${cardLimit} cards. Select fewer people.`),
);

/** Card content and paper options. */
export const cardOptions = {
  ids,
  /** Ten per page with crop marks, or one per page for card printers. */
  sheet: z.enum(['a4', 'single']).default('a4'),
  back: checkbox,
  bloodGroup: checkbox,
};

export const StudentCards = ofAddress(studentList.Fields.omit({ after: true }).extend(cardOptions));
export type StudentCards = z.infer<typeof StudentCards>;
export const EmployeeCards = ofAddress(employeeList.Fields.omit({ after: true }).extend(cardOptions));
export type EmployeeCards = z.infer<typeof EmployeeCards>;
