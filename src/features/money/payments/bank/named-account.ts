import { sql, type SQL } from 'drizzle-orm';

/**
 * The dedicated account of a student that a line `l` names: the gateway credits what is paid into it, so the line is
 * never a payment of its own.
 */
export const namedAccount = (institutionId: number, l: SQL) => sql`
  select d.account_number as number, d.student_id from credited_accounts d
  where d.institution_id = ${institutionId} and strpos(regexp_replace(concat_ws('-', ${l}.reference, ${l}.narration), '[^A-Za-z0-9]', '', 'g'), d.account_number) > 0
  order by d.id limit 1`;
