import { render, query } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import type { Merge, RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';

const farEnd = (entity: string) => (entity === 'student' ? 'guardian' : 'student');

/**
 * If both records are linked to the same person, one link stays with the values of both. Of two next of kin, the one on
 * the kept record stays.
 */
export async function mergeLinks({ kind, institutionId, keptId, otherId, journal }: RunningMerge): Promise<void> {
  const owner = ownerColumn(kind.entity);
  const theirs = ownerColumn(farEnd(kind.entity));
  const twice = await journal.run(
    'student_guardians',
    sql`delete from student_guardians g where g.institution_id = ${institutionId} and g.${owner} = ${otherId}
      and exists (select from student_guardians k where k.institution_id = g.institution_id and k.${owner} = ${keptId} and k.${theirs} = g.${theirs})`,
  );
  const links = JSON.stringify(twice.map(({ before }) => before));
  await journal.run(
    'student_guardians',
    sql`update student_guardians k set pays_fees = k.pays_fees or g.pays_fees, may_collect = k.may_collect or g.may_collect,
        receives_sms = k.receives_sms or g.receives_sms, relation = coalesce(k.relation, g.relation),
        is_next_of_kin = k.is_next_of_kin or (g.is_next_of_kin and not exists (select from student_guardians n
          where n.institution_id = k.institution_id and n.student_id = k.student_id and n.is_next_of_kin))
      from jsonb_populate_recordset(null::student_guardians, ${links}::jsonb) g
      where k.institution_id = ${institutionId} and k.${owner} = ${keptId} and k.${theirs} = g.${theirs}`,
  );
  await journal.run(
    'student_guardians',
    sql`update student_guardians g set ${owner} = ${keptId}, is_next_of_kin = g.is_next_of_kin and not exists (
        select from student_guardians n where n.institution_id = g.institution_id and n.is_next_of_kin
          and n.student_id = case when ${kind.entity === 'student'} then ${keptId}::bigint else null end)
      where g.institution_id = ${institutionId} and g.${owner} = ${otherId}`,
  );
}

/** The preview's lines about people linked to both records. */
export async function linkConflicts({ tx, kind, institutionId, keptId, otherId }: Merge): Promise<string[]> {
  const owner = ownerColumn(kind.entity);
  const theirs = ownerColumn(farEnd(kind.entity));
  const isStudent = kind.entity === 'student';
  const rows = await query<{ names: string[] | null; kin: number }>(tx, render)`
    select (select array_agg(p.first_name || ' ' || p.surname order by p.sort_name)
        from student_guardians k join student_guardians g on g.institution_id = k.institution_id and g.${theirs} = k.${theirs}
        join ${sql.identifier(`${farEnd(kind.entity)}s`)} p on (p.institution_id, p.id) = (k.institution_id, k.${theirs})
        where k.institution_id = ${institutionId} and k.${owner} = ${keptId} and g.${owner} = ${otherId}) as names,
      (select count(*)::int from student_guardians
        where institution_id = ${institutionId} and ${owner} in (${keptId}, ${otherId}) and is_next_of_kin) as kin`;
  const { names, kin } = rows[0]!;
  const shared = names?.join(', ');
  return [
    ...(shared && isStudent ? [`${shared} is linked to both records. One link stays, with the values of both.`] : []),
    ...(shared && !isStudent ? [`Both are guardians of ${shared}. One link stays, with the values of both.`] : []),
    ...(isStudent && kin === 2 ? ['Both records have a next of kin. The one on the kept record stays.'] : []),
  ];
}
