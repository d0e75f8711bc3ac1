import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { query, isOneOf } from '#kernel/database.ts';
import { seenWith } from '#features/people/students/seen-with.ts';
import { students } from '#features/people/students/students.schema.ts';
import { maySeeResults } from './results.policy.ts';

/** An average of fewer would tell what one student has. */
const fewest = 5;
const keptFor = 600_000;

const averages: ReadyDashlet = {
  key: 'results.averages',
  label: 'Latest results by class',
  place: 120,
  size: 'wide',
  may: ['results.view'],
  description: 'The average of each class in its students’ latest published results. Counted every ten minutes.',
  empty: 'No results are published yet.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'results.view');
    const rows = await memoizeForActor(
      actor,
      `results.averages ${ids.join(' ')}`,
      () =>
        query<{ id: string; name: string; average: string; students: number }>(db)`
          select c.id::text as id, c.name, round(avg(r.average_exact), 2)::text as average, count(*)::int as students
            from result_summaries r
            join ${students} on (${students.institutionId}, ${students.id}) = (r.institution_id, r.student_id)
            join batches b on (b.institution_id, b.id) = (${students.institutionId}, ${students.batchId})
            join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
            join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
            where ${isOneOf(sql`r.institution_id`, ids)} and r.average_exact is not null and ${seenWith(actor, maySeeResults, wanted)}
            group by c.institution_id, c.id, c.name, p.name, c.position having count(*) >= ${fewest}
            order by p.name, c.position, c.id`,
      keptFor,
    );
    if (rows.length === 0) return null;
    return {
      as: 'bars',
      full: 100,
      hint: `Classes with at least ${fewest} results.`,
      points: rows.map(({ name, average }) => ({ label: name, value: Number(average), shown: `${average}%` })),
    };
  },
};

export const resultDashlets: readonly ReadyDashlet[] = [averages];
