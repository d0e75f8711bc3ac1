import { z } from 'zod';
import { choice, day, id, said } from '#kernel/schemas.ts';
import { papersFilter } from '#features/people/expiring-papers.ts';
import { ofAddress, customFilter } from '#features/custom-fields/custom-filter.ts';

export const employeeSorts = ['name', '-name', 'number', '-number', 'employed', '-employed'] as const;
export const employeeViews = ['grid', 'list'] as const;
export type EmployeeView = (typeof employeeViews)[number];

const word = said(z.string().trim().max(80));

export const EmployeeFilterFields = z.object({
  institution_id: id.optional(),
  academic_session: z.unknown().optional(),
  q: z.string().trim().max(100).optional(),
  department: word,
  category: word,
  position: word,
  job_title: word,
  qualification: word,
  educational_qualification: word,
  gender: said(z.enum(['female', 'male'])),
  state: said(choice({ left: 'Has left', all: 'Employed or left' })),
  employed_from: said(day),
  employed_to: said(day),
  papers: papersFilter,
  custom: customFilter,
  sort: z.enum(employeeSorts).default('name'),
  view: said(z.enum(employeeViews)),
  after: z.string().max(400).optional(),
});
export type EmployeeFilter = z.infer<typeof EmployeeFilterFields>;

/** What the address of the employee list says. Who has left is shown only when asked for. */
export const EmployeeFilter = ofAddress(EmployeeFilterFields);
