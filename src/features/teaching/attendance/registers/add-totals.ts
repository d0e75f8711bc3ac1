import { sql, type SQL } from 'drizzle-orm';
import { isAttended, type MarkKind } from '../mark-kinds.ts';
import type { RegisterPlace } from './place.queries.ts';
import type { ChangedMark } from './write-register.ts';

const counted = ['called', 'attended', 'late', 'absent', 'sick', 'excused', 'suspended'] as const;
type Counted = (typeof counted)[number];

/** What a mark adds to each total. */
function sharesOf(kind: MarkKind | undefined): Record<Counted, number> {
  const shares = { called: 0, attended: 0, late: 0, absent: 0, sick: 0, excused: 0, suspended: 0 };
  if (!kind) return shares;
  shares.called = 1;
  if (isAttended(kind)) shares.attended = 1;
  if (kind !== 'present' && kind !== 'excursion') shares[kind] = 1;
  return shares;
}

/** In the order of the students' ids, so that two registers that share students never wait for each other in a circle. */
export function addTotals({ institutionId, termId, offeringId }: RegisterPlace, changes: ChangedMark[]): SQL {
  const sorted = changes.toSorted((one, other) => one.studentId - other.studentId);
  const differences = sorted.map(({ before, after }) => {
    const [was, is] = [sharesOf(before?.kind), sharesOf(after.kind)];
    return Object.fromEntries(counted.map((name) => [name, is[name] - was[name]])) as Record<Counted, number>;
  });
  const columns = sql.raw(counted.join(', '));
  const ids = sql`${sql.param(sorted.map(({ studentId }) => studentId))}::bigint[]`;
  const arrays = sql.join(
    counted.map((name) => sql`${sql.param(differences.map((one) => one[name]))}::int[]`),
    sql`, `,
  );
  // An insert checks its own row before it conflicts, and a difference may be negative: rows come first.
  return sql`with sent as (select * from unnest(${ids}, ${arrays}) u (student_id, ${columns})),
    missing as (
      insert into attendance_totals (institution_id, term_id, student_id, offering_id, ${columns})
      select ${institutionId}::int, ${termId}::bigint, s.student_id, ${offeringId ?? 0}::bigint, ${sql.raw(counted.map((name) => `s.${name}`).join(', '))}
      from sent s where s.called = 1 order by s.student_id
      on conflict (institution_id, term_id, student_id, offering_id) do update set
        ${sql.raw(counted.map((name) => `${name} = attendance_totals.${name} + excluded.${name}`).join(', '))}
      returning 1)
    update attendance_totals t set ${sql.raw(counted.map((name) => `${name} = t.${name} + s.${name}`).join(', '))}
    from sent s where s.called = 0 and t.institution_id = ${institutionId} and t.term_id = ${termId}
      and t.student_id = s.student_id and t.offering_id = ${offeringId ?? 0}`;
}
