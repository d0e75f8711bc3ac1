import { z } from 'zod';
import { id, list, said } from '#kernel/schemas.ts';
import { studentStatuses } from './student-status.ts';

export const studentSorts = ['name', '-name', 'number', '-number', 'admitted', '-admitted'] as const;

/** What the address of a student list says. Names and values are an allow-list; anything else is refused. */
export const StudentFilter = z.object({
  institution_id: id.optional(),
  academic_session: said(id),
  q: z.string().trim().max(100).optional(),
  batch: said(z.union([z.literal('none'), id])),
  class: said(id),
  program: said(id),
  status: list(z.enum(studentStatuses)).optional(),
  gender: said(z.enum(['female', 'male'])),
  sort: z.enum(studentSorts).default('name'),
  after: z.string().max(400).optional(),
});
export type StudentFilter = z.infer<typeof StudentFilter>;
