import { z } from 'zod';
import { checkbox, said } from '#kernel/schemas.ts';
import { ofAddress } from '#features/custom-fields/own-filter.ts';
import { EmployeeFilterFields } from '#features/employees/employee-filter.ts';
import { StudentFilterFields } from '#features/students/student-filter.ts';

/** How many cards one file may hold. */
export const cardLimit = 500;

/** The ticked people as '4,17,23'; without them it is the list of the filter. */
const ids = said(
  z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/, 'Tick the people again.')
    .transform((text) => [...new Set(text.split(','))].map(Number))
    .refine((all) => all.length <= cardLimit, `At most ${cardLimit} cards go into one file. Tick fewer.`),
);

/** What stands on the cards, and on what they are printed. */
export const cardOptions = {
  ids,
  /** Ten to a page with crop marks, or a page a card, as card printers want it. */
  sheet: z.enum(['a4', 'single']).default('a4'),
  back: checkbox,
  bloodGroup: checkbox,
};

export const StudentCards = ofAddress(StudentFilterFields.omit({ after: true }).extend(cardOptions));
export type StudentCards = z.infer<typeof StudentCards>;
export const EmployeeCards = ofAddress(EmployeeFilterFields.omit({ after: true, view: true }).extend(cardOptions));
export type EmployeeCards = z.infer<typeof EmployeeCards>;
