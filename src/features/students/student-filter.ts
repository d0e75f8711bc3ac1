import { z } from 'zod';
import { id, list } from '#kernel/schemas.ts';
import { studentStatuses } from './student-status.ts';

export const studentSorts = ['name', '-name', 'number', '-number', 'admitted', '-admitted'] as const;

/** What the address of a student list says. Names and values are an allow-list; anything else is refused. */
export const StudentFilter = z.object({
  institution_id: id.optional(),
  academic_session: z.preprocess((value) => value || undefined, id.optional()),
  q: z.string().trim().max(100).optional(),
  batch: z.preprocess((value) => value || undefined, z.union([z.literal('none'), id]).optional()),
  class: z.preprocess((value) => value || undefined, id.optional()),
  program: z.preprocess((value) => value || undefined, id.optional()),
  status: list(z.enum(studentStatuses)).optional(),
  gender: z.preprocess((value) => value || undefined, z.enum(['female', 'male']).optional()),
  sort: z.enum(studentSorts).default('name'),
  after: z.string().max(400).optional(),
});
export type StudentFilter = z.infer<typeof StudentFilter>;
