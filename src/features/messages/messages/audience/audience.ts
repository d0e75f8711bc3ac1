import { z } from 'zod';
import { id } from '#kernel/schemas.ts';

const most = 5000;
const ids = z.array(id).min(1).max(most, 'Choose at most 5,000 at once.');
/** Permissions by their names. */
export const Needs = z
  .array(z.string().regex(/^[\w-]{1,60}\.[\w-]{1,60}$/))
  .min(1)
  .max(20);
const names = z.array(z.string().trim().min(1).max(80)).min(1).max(100);

/** Who is chosen. Rules of places and people add to each other; `debtors` and `absent` narrow what they choose. */
export const AudienceRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.enum(['batch', 'class', 'program', 'session']), ids }),
  z.object({ kind: z.enum(['department', 'job_title']), names }),
  /** Students who owe more than this, in minor units. */
  z.object({ kind: z.literal('debtors'), above: z.number().int().min(0).max(1e13) }),
  /** Students who are marked absent today: on the day on which it is sent. */
  z.object({ kind: z.literal('absent') }),
  /** Hand-picked, from a list with this filter: a list of Muslims reveals something of everyone in it. */
  z.object({
    kind: z.enum(['students', 'guardians', 'employees']),
    ids,
    query: z.string().max(2000).optional(),
    /** Or from a report that reveals something of them: the permissions to know it. */
    needs: Needs.optional(),
  }),
  /** Everyone in a list, as its address filters it. */
  z.object({
    kind: z.literal('list'),
    people: z.enum(['students', 'guardians', 'employees']),
    query: z.string().max(2000),
  }),
  /** Saved groups. */
  z.object({ kind: z.literal('group'), ids: z.array(id).min(1).max(50) }),
]);
export type AudienceRule = z.infer<typeof AudienceRule>;

/** One recipient in `without` and `only`: a guardian, student or employee, and the child if each has its own message. */
const key = z.string().regex(/^(?:[gse]\d{1,15}|g\d{1,15}s\d{1,15})$/);

/** The rules that choose the recipients of a message, a notice or a letter. */
export const Audience = z.object({
  of: z.enum(['guardians', 'students', 'employees', 'groups'], 'Choose who receives it.'),
  by: z.array(AudienceRule).max(20).default([]),
  /** Taken out by hand. */
  without: z
    .array(key)
    .max(most, 'At most 5,000 people can be taken out one by one. Narrow the recipients.')
    .default([]),
  /** Everyone was taken out but these. */
  only: z.array(key).max(most, 'At most 5,000 people can be ticked one by one. Narrow the recipients.').optional(),
});
export type Audience = z.infer<typeof Audience>;

/** Who receives it, without groups: they are replaced by what they consist of. */
export type PlainAudience = Pick<Audience, 'by'> & { of: Exclude<Audience['of'], 'groups'> };
