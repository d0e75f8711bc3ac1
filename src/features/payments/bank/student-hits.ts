import { sql } from 'drizzle-orm';
import { documentNumber } from '#features/receivables/document-numbers.ts';

/** The student of a line: `by_account` a gateway credits by itself, `identified` by a number, and `by_name` as a hint where only one person has that name. */
export const studentHits = (institutionId: number) => sql`
  by_account as materialized (
    select distinct on (w.id) w.id, d.student_id, d.account_number as number
    from piece w join credited_accounts d on d.institution_id = ${institutionId} and d.account_number = w.word
    order by w.id, d.id),
  number as materialized (
    select w.id, i.student_id, 'Invoice ' || ${documentNumber('INV', sql`i.number`)} as reason, 0 as rank,
      case when w.word ~ '[a-z]0[0-9]{5}$' then 0 else length(w.word) end as worth
    from piece w join invoices i on i.institution_id = ${institutionId}
      and i.number = substring(w.word from '^inv(?:oice)?(?:no)?0*([0-9]{1,9})$')::int
    where w.word ~ '^inv(oice)?(no)?0*[1-9][0-9]{0,8}$'
    union all
    select w.id, s.id, 'Admission number ' || s.admission_number, 1, -length(w.word)
    from admission s join piece w on w.word = s.word),
  best as (
    select *, rank() over (partition by id, rank order by worth) as place from number),
  identified as materialized (
    select id, case when count(distinct student_id) = 1 then min(student_id) end as student_id,
      left((array_agg(reason order by rank, reason))[1], 200) as reason,
      case when count(distinct student_id) > 1
        then left('Several students: ' || string_agg(distinct reason, ', '), 200) end as clash
    from best where place = 1 group by id),
  named as materialized (
    select s.id as student_id, 's' || s.id as person, akada_searchable(s.surname) as surname, akada_searchable(s.first_name) as first
    from students s where s.institution_id = ${institutionId} and s.anonymised_at is null
    union all
    select k.student_id, 'g' || g.id, akada_searchable(g.surname), akada_searchable(g.first_name)
    from guardians g join student_guardians k on (k.institution_id, k.guardian_id) = (g.institution_id, g.id)
    where g.institution_id = ${institutionId} and g.anonymised_at is null and g.merged_into_id is null),
  name_word as materialized (
    select distinct r.id, r.part from run r
    join (select surname as part from named union select first from named) n using (part)
    where length(r.part) >= 3 and not exists (select from identified i where i.id = r.id)),
  by_name as materialized (
    select f.id, (array_agg(n.student_id order by b.owed desc nulls last, n.student_id))[1] as student_id
    from name_word f join name_word o on o.id = f.id and o.part <> f.part
    join named n on n.surname = f.part and n.first = o.part
    left join student_balances b on (b.institution_id, b.student_id) = (${institutionId}, n.student_id)
    group by f.id having count(distinct n.person) = 1)`;
