import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Db } from '#kernel/database.ts';
import { decimal } from '#kernel/money.ts';
import { countOf } from '#ui/format.ts';
import type { Audience, AudienceRule } from './audience.ts';
import { audienceWords } from './words.ts';

const namesFrom: Record<string, SQL> = {
  batch: sql`batches`,
  class: sql`classes`,
  program: sql`programs`,
  session: sql`academic_sessions`,
  group: sql`message_groups`,
};

/** The rules of an audience in words: 'Guardians: JSS 1 A, JSS 1 B, owing more than 5,000.00'. */
export async function describeAudience(db: Db, institutionId: number, audience: Audience): Promise<string> {
  const said: string[] = [];
  for (const rule of audience.by) said.push(await wordsOf(db, institutionId, rule));
  const left = audience.only ? `, ${countOf(audience.only.length, 'person', 'people')} ticked` : '';
  const out = audience.without.length ? `, without ${countOf(audience.without.length, 'person', 'people')}` : '';
  return `${audienceWords[audience.of]}: ${said.join(', ') || 'nobody chosen'}${left}${out}`;
}

async function wordsOf(db: Db, institutionId: number, rule: AudienceRule): Promise<string> {
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
      const [row] = await rowsOf<{ names: string[] | null; more: number }>(
        db,
        sql`select (array_agg(name order by name))[1:20] as names, greatest(0, count(*) - 20)::int as more
          from ${namesFrom[rule.kind]} where institution_id = ${institutionId} and id = any (${sql.param(rule.ids)}::bigint[])`,
      );
      const more = row!.more > 0 ? ` and ${row!.more} more` : '';
      return (row!.names?.join(', ') ?? 'nothing that is still there') + more;
    }
  }
}
