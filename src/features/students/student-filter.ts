import { z } from 'zod';
import { day, id, list, said } from '#kernel/schemas.ts';
import { papersFilter } from '#features/people/expiring-papers.ts';
import { ofAddress, customFilter } from '#features/custom-fields/custom-filter.ts';
import { studentStatuses } from './student-status.ts';

export const studentSorts = ['name', '-name', 'number', '-number', 'admitted', '-admitted'] as const;

export const StudentFilterFields = z.object({
  institution_id: id.optional(),
  academic_session: said(id),
  q: z.string().trim().max(100).optional(),
  batch: said(z.union([z.literal('none'), id])),
  class: said(id),
  program: said(id),
  status: list(z.enum(studentStatuses)).optional(),
  gender: said(z.enum(['female', 'male'])),
  category: said(z.string().trim().max(80)),
  /** Only for who may see religion: `allowFilter`. */
  religion: said(z.string().trim().max(80)),
  state: said(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)),
  admitted_from: said(day),
  admitted_to: said(day),
  born_from: said(day),
  born_to: said(day),
  papers: papersFilter,
  custom: customFilter,
  sort: z.enum(studentSorts).default('name'),
  after: z.string().max(400).optional(),
});
export type StudentFilter = z.infer<typeof StudentFilterFields>;

/** What the address of a student list says. Names and values are an allow-list; anything else is refused. */
export const StudentFilter = ofAddress(StudentFilterFields);
