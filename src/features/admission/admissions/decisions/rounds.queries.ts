import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { applicationName } from '../application-name.ts';

export interface Round {
  id: number;
  kind: 'cutoff' | 'admit';
  madeAt: string;
  person: string | null;
  /** Of a cut-off. */
  cutoff: number | null;
  members: number;
  done: number;
  offered: number;
  waiting: number;
  rejected: number;
  problems: { id: number; name: string; problem: string }[];
  isUndone: boolean;
  isRunning: boolean;
}

/** What was decided and admitted at once, the latest first. */
export const roundsOf = (db: Db, institutionId: number, intakeId: number): Promise<Round[]> =>
  query<Round>(
    db,
    sql`
    select r.id, r.kind, to_char(r.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "madeAt", c.name as person,
      (r.terms ->> 'cutoff')::float8 as cutoff, m.members, m.done, m.offered, m.waiting, m.rejected, m.problems,
      r.undone_at is not null as "isUndone", r.kind = 'admit' and r.finished_at is null as "isRunning"
    from admission_rounds r
    left join accounts c on c.id = r.account_id
    cross join lateral (
      select count(*)::int as members, count(m.done_at)::int as done,
        count(*) filter (where m.to_status = 'offered')::int as offered,
        count(*) filter (where m.to_status = 'waiting_list')::int as waiting,
        count(*) filter (where m.to_status = 'rejected')::int as rejected,
        coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', ${applicationName}, 'problem', m.problem)
          order by a.sort_name) filter (where m.problem is not null), '[]') as problems
      from admission_round_members m
      join applications a on (a.institution_id, a.id) = (m.institution_id, m.application_id)
      where m.institution_id = r.institution_id and m.round_id = r.id) m
    where r.institution_id = ${institutionId} and r.intake_id = ${intakeId}
    order by r.id desc fetch first 20 rows only`,
  );
