import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import type { DemoStep } from '#web/feature.ts';
import { insertMarks, insertPastMarks } from './marks.demo.ts';
import { setUpAssessment } from './setup.demo.ts';

/** After admissions, when everybody is in a batch. */
export const steps: DemoStep[] = [
  {
    place: 115,
    async load(tx, { school, college }) {
      await setUpAssessment(tx, school.id, {
        scale: 'waec',
        name: 'Two tests of 20, examination 60',
        system: 'average',
        step: '50',
        components: [
          ['First test', 20],
          ['Second test', 20],
          ['Examination', 60],
        ],
        traits: ['Neatness', 'Punctuality', 'Reliability', 'Initiative'],
      });
      await setUpAssessment(tx, college.id, {
        scale: 'polytechnic',
        name: 'Continuous assessment 40, examination 60',
        system: 'gpa',
        step: '100',
        components: [
          ['Continuous assessment', 40],
          ['Examination', 60],
        ],
        traits: [],
      });
    },
  },
  {
    place: 116,
    isHistory: true,
    load: (tx, { school, college }) =>
      withPastSessionsOpen(tx, [school.id, college.id], async () => {
        for (const { id } of [school, college]) await insertPastMarks(tx, id);
      }),
  },
  {
    place: 118,
    async load(tx, { school, college }) {
      for (const { id } of [school, college]) await insertMarks(tx, id);
    },
  },
];

/** As it was then: the marks of a session are approved before it closes. */
async function withPastSessionsOpen(tx: Tx, institutionIds: number[], work: () => Promise<void>): Promise<void> {
  const closed = await query<{ id: number; closedAt: string }>(
    tx,
    sql`update academic_sessions set closed_at = null where institution_id = any (${sql.param(institutionIds)}::int[])
      and closed_at is not null returning id::int as id, old.closed_at::text as "closedAt"`,
  );
  await work();
  for (const { id, closedAt } of closed)
    await tx.execute(sql`update academic_sessions set closed_at = ${closedAt}::timestamptz
      where institution_id = any (${sql.param(institutionIds)}::int[]) and id = ${id}`);
}
