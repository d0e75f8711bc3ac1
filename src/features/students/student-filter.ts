import { z } from 'zod';
import { id, list, said } from '#kernel/schemas.ts';
import { studentStatuses } from './student-status.ts';

export const studentSorts = ['name', '-name', 'number', '-number', 'admitted', '-admitted'] as const;

const ownKey = /^custom\.(\d{1,15}(?:\.from|\.to)?)$/;

/** `custom.12=5` asks for the own field 12; `custom.14.from` and `custom.14.to` for days between two. */
function gatherOwn(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  const custom: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const key = ownKey.exec(name)?.[1];
    if (!key) rest[name] = value;
    else if (value !== '') custom[key] = value;
  }
  return Object.keys(custom).length ? { ...rest, custom } : rest;
}

/** A filter as an address sends it, where it may name own fields. */
export const ofAddress = <T extends z.ZodType>(schema: T) => z.preprocess(gatherOwn, schema);

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
  /** By own fields of the general group; the definitions are asked when it is looked for. */
  custom: z.record(z.string(), z.string().trim().max(200)).optional(),
  sort: z.enum(studentSorts).default('name'),
  after: z.string().max(400).optional(),
});
export type StudentFilter = z.infer<typeof StudentFilterFields>;

/** What the address of a student list says. Names and values are an allow-list; anything else is refused. */
export const StudentFilter = ofAddress(StudentFilterFields);
