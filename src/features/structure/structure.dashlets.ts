import { sql } from 'drizzle-orm';
import { institutionsInView } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { isOneOf, rowsOf } from '#kernel/database.ts';

const shown = 6;

/** Subjects of this session that nobody teaches. */
const untaught: ReadyDashlet = {
  ...{ key: 'structure.untaught', label: 'Subjects without a teacher', place: 140, size: 'small' },
  may: ['structure.edit'],
  description: 'Subjects of this session’s class arms without a teacher, by class arm.',
  empty: 'Every subject has a teacher.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'structure.edit');
    const rows = await rowsOf<{ id: string; name: string; count: number; all: number }>(
      db,
      sql`select b.id::text as id, b.name, count(*)::int as count, (sum(count(*)) over ())::int as all
        from course_offerings o join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
        join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
        where ${isOneOf(sql`o.institution_id`, ids)} and o.employee_id is null and not o.is_carry_over
          and y.is_current and b.closed_at is null
        group by b.institution_id, b.id, b.name order by count desc, b.name limit ${shown}`,
    );
    if (rows.length === 0) return null;
    return {
      as: 'list',
      hint: `${rows[0]!.all} in all`,
      points: rows.map(({ id, name, count }) => ({ label: name, value: count, href: `/batches/${id}/courses` })),
    };
  },
};

export const structureDashlets: readonly ReadyDashlet[] = [untaught];
