import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { listedBy, type ApplicationFilter } from './applications.list.ts';
import type { SentState } from './desk-labels.ts';
import { page } from '#web/page.ts';
import type { ApplicationRow, applicationRows } from './application-page.ts';
import type { ApplicationProps } from './show-application.ts';

/** How many of the matching applications are in each state, whatever state the address asks for. */
export async function countsByState(
  db: Db,
  actor: Actor,
  filter: ApplicationFilter,
): Promise<Partial<Record<SentState, number>>> {
  const rows = await query<{ status: SentState; n: number }>(
    db,
    render(sql`
    select status, count(*)::int as n from applications where ${listedBy(actor, { ...filter, status: undefined })} group by status`),
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

interface Option {
  value: string;
  label: string;
}

/** What the list can be filtered by. */
export async function applicationChoices(db: Db, actor: Actor, wanted: number | undefined) {
  const within = sql`institution_id = any (${sql.param(institutionsInView(actor, wanted, 'admissions.view'))}::int[])`;
  const rows = await query<{ intakes: Option[]; programs: Option[]; classes: Option[] }>(
    db,
    render(sql`select
    (select coalesce(jsonb_agg(jsonb_build_object('value', i.id::text, 'label', p.name || ', ' || y.name)
        order by y.starts_on desc, p.name, i.id), '[]')
      from intakes i join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
      join academic_sessions y on (y.institution_id, y.id) = (i.institution_id, i.session_id) where i.${within}) as intakes,
    (select coalesce(jsonb_agg(jsonb_build_object('value', p.id::text, 'label', p.name) order by p.name, p.id), '[]')
      from programs p where p.${within} and exists (select from intakes i
        where (i.institution_id, i.program_id) = (p.institution_id, p.id))) as programs,
    (select coalesce(jsonb_agg(jsonb_build_object('value', c.id::text, 'label', c.name)
        order by c.position, c.name, c.id), '[]')
      from classes c where c.${within} and exists (select from intake_classes k
        where (k.institution_id, k.class_id) = (c.institution_id, c.id))) as classes`),
  );
  return rows[0]!;
}

interface Can {
  export: boolean;
  decide: boolean;
  edit: boolean;
}

type ApplicationListProps = Omit<Awaited<ReturnType<typeof applicationRows<Can>>>, 'rows'> & {
  rows: ApplicationRow[];
  /** Deferred. */
  choices?: Awaited<ReturnType<typeof applicationChoices>>;
  counts?: Partial<Record<SentState, number>>;
};
export const applicationListPage = page<ApplicationListProps>('admissions/application-list');

export const applicationPage = page<ApplicationProps>('admissions/application');
