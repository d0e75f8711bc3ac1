import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { decimal } from '#kernel/money.ts';
import { countOf } from '#ui/format.ts';
import type { Audience, AudienceRule } from './audience.ts';
import { audienceWords } from './words.ts';

/** The names that rules by id say, by the rule's place from 1. */
export type RuleNames = Record<string, { names: string[] | null; more: number }>;

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
export function audienceInWords({ of, by, only, without = [] }: Described, names: RuleNames): string {
  const said = by.map((rule, at) => wordsOf(rule, names[at + 1]));
  const left = only ? `, ${countOf(only.length, 'person', 'people')} ticked` : '';
  const out = without.length ? `, without ${countOf(without.length, 'person', 'people')}` : '';
  return `${audienceWords[of]}: ${said.join(', ') || 'nobody chosen'}${left}${out}`;
}

/** The same for an audience that is not stored yet. */
export const describeAudience = async (db: Db, institutionId: number, audience: Described): Promise<string> =>
  (await describeAudiences(db, [{ institutionId, audience }]))[0]!;

/** The same for several, in their order. */
export async function describeAudiences(
  db: Db,
  all: readonly { institutionId: number; audience: Described }[],
): Promise<string[]> {
  const rows = await query<{ names: RuleNames }>(
    db,
    sql`select ${ruleNames(sql`a.institution_id`, sql`a.audience`)} as names
      from jsonb_to_recordset(${JSON.stringify(
        all.map(({ institutionId, audience }, at) => ({ at, institution_id: institutionId, audience })),
      )}::jsonb) a(at int, institution_id int, audience jsonb) order by a.at`,
  );
  return all.map(({ audience }, at) => audienceInWords(audience, rows[at]!.names));
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
      return (found?.names?.join(', ') ?? 'nothing that is still there') + more;
    }
  }
}
