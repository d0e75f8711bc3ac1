import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { type Db, query } from '#kernel/database.ts';
import { decimal } from '#kernel/money.ts';
import { countOf } from '#ui/format.ts';
import { audienceLabels } from './audience-labels.ts';

const maxSelected = 5000;
const ids = z.array(id).min(1).max(maxSelected, 'Choose at most 5,000 at once.');
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
const key = z.string().regex(/^(?:[gse]\d{1,16}|g\d{1,16}s\d{1,16})$/);

/** The rules that choose the recipients of a message, a notice or a letter. */
export const Audience = z.object({
  of: z.enum(['guardians', 'students', 'employees', 'groups'], 'Choose the recipients.'),
  by: z.array(AudienceRule).max(20).default([]),
  /** Taken out by hand. */
  without: z
    .array(key)
    .max(maxSelected, 'At most 5,000 people can be removed one by one. Narrow the recipients.')
    .default([]),
  /** Everyone was taken out but these. */
  only: z
    .array(key)
    .max(maxSelected, 'At most 5,000 people can be ticked one by one. Narrow the recipients.')
    .optional(),
});
export type Audience = z.infer<typeof Audience>;

/** Who receives it, without groups: they are replaced by what they consist of. */
export type PlainAudience = Pick<Audience, 'by'> & { of: Exclude<Audience['of'], 'groups'> };

/** The names that rules by id say, by the rule's place from 1. */
type RuleNames = Record<string, { names: string[] | null; more: number }>;

type Described = Pick<Audience, 'of' | 'by'> & Partial<Pick<Audience, 'without' | 'only'>>;

const named = {
  batch: 'batches',
  class: 'classes',
  program: 'programs',
  session: 'academic_sessions',
  group: 'message_groups',
};

/** The names of an audience's rules, read in one expression: RuleNames. */
export function ruleNames(institutionId: SQLWrapper, audience: SQLWrapper): SQL<RuleNames> {
  const sources = Object.entries(named).map(
    ([
      kind,
      table,
    ]) => sql`select n.name from ${sql.identifier(table)} n where r.rule ->> 'kind' = ${sql.raw(`'${kind}'`)}
      and n.institution_id = ${institutionId} and n.id = any (array(select jsonb_array_elements_text(r.rule -> 'ids')::bigint))`,
  );
  return sql`(select coalesce(jsonb_object_agg(r.place, f.found), '{}')
    from jsonb_array_elements(${audience} -> 'by') with ordinality r(rule, place)
    cross join lateral (select jsonb_build_object('names', (array_agg(name order by name))[1:20], 'more', greatest(0, count(*) - 20)) as found
      from (${sql.join(sources, sql` union all `)}) s) f
    where r.rule ->> 'kind' in (${sql.join(
      Object.keys(named).map((kind) => sql.raw(`'${kind}'`)),
      sql`, `,
    )}))`;
}

/** The rules of an audience in words: 'Guardians: JSS 1 A, JSS 1 B, owing more than 5,000.00'. */
export function audienceText({ of, by, only, without = [] }: Described, names: RuleNames): string {
  const said = by.map((rule, at) => wordsOf(rule, names[at + 1]));
  const left = only ? `, ${countOf(only.length, 'person', 'people')} ticked` : '';
  const out = without.length ? `, without ${countOf(without.length, 'person', 'people')}` : '';
  return `${audienceLabels[of]}: ${said.join(', ') || 'nobody chosen'}${left}${out}`;
}

/** The same for an audience that is not stored yet. */
export const describeAudience = async (db: Db, institutionId: number, audience: Described): Promise<string> =>
  (await describeAudiences(db, [{ institutionId, audience }]))[0]!;

/** The same for several, in their order. */
export async function describeAudiences(db: Db, all: readonly { institutionId: number; audience: Described }[]) {
  const rows = await query<{ names: RuleNames }>(db)`
    select ${ruleNames(sql`a.institution_id`, sql`a.audience`)} as names
    from jsonb_to_recordset(${JSON.stringify(
      all.map(({ institutionId, audience }, at) => ({ at, institution_id: institutionId, audience })),
    )}::jsonb) a(at int, institution_id int, audience jsonb) order by a.at`;
  return all.map(({ audience }, at) => audienceText(audience, rows[at]!.names));
}

function wordsOf(rule: AudienceRule, found: RuleNames[string] | undefined): string {
  switch (rule.kind) {
    case 'all':
      return 'all';
    case 'department':
    case 'job_title':
      return rule.names.join(', ');
    case 'debtors':
      return `owing more than ${decimal(rule.above)}`;
    case 'absent':
      return 'absent on the day';
    case 'students':
      return countOf(rule.ids.length, 'hand-picked student');
    case 'guardians':
      return countOf(rule.ids.length, 'hand-picked guardian');
    case 'employees':
      return countOf(rule.ids.length, 'hand-picked employee');
    case 'list':
      return `everyone in a list of ${rule.people}`;
    default: {
      const more = found?.more ? ` and ${found.more} more` : '';
      return (found?.names?.join(', ') ?? 'nothing that still exists') + more;
    }
  }
}
