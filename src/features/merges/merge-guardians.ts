import { sql } from 'drizzle-orm';
import type { Journal } from './journal.ts';
import type { Pair } from './read-pair.ts';

/**
 * Who answers for whom. Where both records have the same person at the other end, one link stays and holds what either
 * said; of two next of kin the kept record's stays.
 */
export async function mergeGuardianLinks(journal: Journal, { about, institutionId, keptId, otherId }: Pair) {
  const mine = sql.identifier(about.owner);
  const theirs = sql.identifier(about.entity === 'student' ? 'guardian_id' : 'student_id');
  const twice = await journal.run(
    'student_guardians',
    sql`delete from student_guardians g where g.institution_id = ${institutionId} and g.${mine} = ${otherId}
      and exists (select from student_guardians k where k.institution_id = g.institution_id and k.${mine} = ${keptId} and k.${theirs} = g.${theirs})`,
  );
  const links = JSON.stringify(twice.map(({ before }) => before));
  await journal.run(
    'student_guardians',
    sql`update student_guardians k set pays_fees = k.pays_fees or g.pays_fees, may_collect = k.may_collect or g.may_collect,
        receives_sms = k.receives_sms or g.receives_sms, relation = coalesce(k.relation, g.relation),
        is_next_of_kin = k.is_next_of_kin or (g.is_next_of_kin and not exists (select from student_guardians n
          where n.institution_id = k.institution_id and n.student_id = k.student_id and n.is_next_of_kin))
      from jsonb_populate_recordset(null::student_guardians, ${links}::jsonb) g
      where k.institution_id = ${institutionId} and k.${mine} = ${keptId} and k.${theirs} = g.${theirs}`,
  );
  await journal.run(
    'student_guardians',
    sql`update student_guardians g set ${mine} = ${keptId}, is_next_of_kin = g.is_next_of_kin and not exists (
        select from student_guardians n where n.institution_id = g.institution_id and n.is_next_of_kin
          and n.student_id = case when ${about.entity === 'student'} then ${keptId}::bigint else null end)
      where g.institution_id = ${institutionId} and g.${mine} = ${otherId}`,
  );
}
