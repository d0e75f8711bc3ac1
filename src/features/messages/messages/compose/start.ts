import { z } from 'zod';
import { id, queryParam } from '#kernel/schemas.ts';
import { Audience, Needs } from '../audience/audience.ts';

/** Where a form is opened from: rows of a list by their ids, the whole list as its address filters it, or a group. */
export const StartOfMessage = z.object({
  institution_id: queryParam(id),
  to: z.enum(['guardians', 'students', 'employees']).optional(),
  from: z.enum(['students', 'guardians', 'employees', 'debtors']).optional(),
  /** With commas between them. */
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'Choose at most 500 people, or the whole list.')
    .transform((text) => text.split(',').map(Number))
    .default([]),
  query: z.string().max(2000).optional(),
  /** What the report that they are from reveals of them, with commas between them. */
  needs: z
    .string()
    .transform((text) => text.split(','))
    .pipe(Needs)
    .optional(),
  template: queryParam(id),
  group: queryParam(id),
  /** Students who are absent today. */
  absent: z.literal('today').optional(),
});
export type Start = z.infer<typeof StartOfMessage>;

/** Guardians of the students that were ticked, unless the list is of others. */
export function startAudience({ from, to, ids, query, needs, group, absent }: Start): Audience | null {
  if (group !== undefined) return Audience.parse({ of: 'groups', by: [{ kind: 'group', ids: [group] }] });
  if (absent) return { of: to === 'students' ? to : 'guardians', by: [{ kind: 'absent' }], without: [] };
  if (!from || (ids.length === 0 && query === undefined)) return null;
  const people = from === 'debtors' ? 'students' : from;
  const of = from === 'students' || from === 'debtors' ? (to ?? 'guardians') : from;
  const picked = { kind: people, ids, ...(from !== 'debtors' && query && { query }), ...(needs && { needs }) };
  const parsed = Audience.safeParse({
    of,
    by: [
      ...(from === 'debtors' ? debtorsBy(query ?? '') : []),
      ...(ids.length ? [picked] : from === 'debtors' ? [] : [{ kind: 'list', people, query: query ?? '' }]),
    ],
  });
  return parsed.success ? parsed.data : null;
}

/** The filter of the list of balances, as far as recipients can be chosen by it. */
function debtorsBy(query: string) {
  const asked = new URLSearchParams(query);
  const rule = (kind: string) => (asked.get(kind) ? [{ kind, ids: [asked.get(kind)] }] : []);
  return [{ kind: 'debtors', above: Number(asked.get('above') ?? 0) * 100 }, ...rule('batch'), ...rule('class')];
}
