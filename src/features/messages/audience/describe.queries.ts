import { sql } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';
import { decimal } from '#kernel/money.ts';
import { countOf } from '#ui/format.ts';
import type { Audience, AudienceRule } from './audience.ts';
import { audienceWords } from './words.ts';

/** Rules that choose by ids of places, with the tables that name them. */
const tables = {
  batch: 'batches',
  class: 'classes',
  program: 'programs',
  session: 'academic_sessions',
  group: 'message_groups',
} as const;
type Kind = keyof typeof tables;

type Described = Pick<Audience, 'of' | 'by'> & Partial<Pick<Audience, 'without' | 'only'>>;
type Names = Map<string, string>;

/** The rules of an audience in words: 'Guardians: JSS 1 A, JSS 1 B, owing more than 5,000.00'. */
export const describeAudience = async (db: Db, institutionId: number, audience: Described): Promise<string> =>
  (await describeAudiences(db, [{ institutionId, audience }]))[0]!;

/** The same for several, in their order; the names are read at once. */
export async function describeAudiences(
  db: Db,
  all: readonly { institutionId: number; audience: Described }[],
): Promise<string[]> {
  const named = all.flatMap(({ institutionId, audience }) =>
    audience.by.flatMap((rule) =>
      rule.kind in tables && 'ids' in rule ? [{ institutionId, kind: rule.kind as Kind, ids: rule.ids }] : [],
    ),
  );
  const parts = [...new Set(named.map(({ kind }) => kind))].map((kind) => {
    const here = named.filter((one) => one.kind === kind);
    const [institutions, ids] = [here.map((one) => one.institutionId), here.flatMap((one) => one.ids)];
    return sql`select ${kind} as kind, institution_id, id, name from ${sql.identifier(tables[kind])}
      where institution_id = any (${sql.param(institutions)}::int[]) and id = any (${sql.param(ids)}::bigint[])`;
  });
  const rows = parts.length
    ? await rowsOf<{ kind: Kind; institution_id: number; id: number; name: string }>(
        db,
        sql.join(parts, sql` union all `),
      )
    : [];
  const names: Names = new Map(rows.map((row) => [`${row.kind} ${row.institution_id} ${row.id}`, row.name]));
  return all.map(({ institutionId, audience }) => inWords(institutionId, audience, names));
}

function inWords(institutionId: number, { of, by, only, without = [] }: Described, names: Names): string {
  const said = by.map((rule) => wordsOf(rule, (kind, id) => names.get(`${kind} ${institutionId} ${id}`)));
  const left = only ? `, ${countOf(only.length, 'person', 'people')} ticked` : '';
  const out = without.length ? `, without ${countOf(without.length, 'person', 'people')}` : '';
  return `${audienceWords[of]}: ${said.join(', ') || 'nobody chosen'}${left}${out}`;
}

const most = 20;

function wordsOf(rule: AudienceRule, nameOf: (kind: Kind, id: number) => string | undefined): string {
  switch (rule.kind) {
    case 'all':
      return 'all';
    case 'department':
    case 'job_title':
      return rule.names.join(', ');
    case 'debtors':
      return `owing more than ${decimal(rule.above)}`;
    case 'students':
      return countOf(rule.ids.length, 'hand-picked student');
    case 'guardians':
      return countOf(rule.ids.length, 'hand-picked guardian');
    case 'employees':
      return countOf(rule.ids.length, 'hand-picked employee');
    case 'list':
      return `everyone in a list of ${rule.people}`;
    default: {
      const found = rule.ids.map((id) => nameOf(rule.kind, id)).filter((name) => name !== undefined);
      const more = found.length > most ? ` and ${found.length - most} more` : '';
      return (found.toSorted().slice(0, most).join(', ') || 'nothing that is still there') + more;
    }
  }
}
