import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor, institutionChoice } from '#kernel/actor.ts';
import { render, type Db, sqlRows } from '#kernel/database.ts';
import type { Option } from '#ui/lists/filter-bar/options.ts';

interface Named {
  id: number;
  name: string;
}

/** What the form of an intake offers. */
export interface IntakeChoices {
  programs: (Named & {
    requiresPin: boolean;
    applicationFee: number;
    minimumAge: number | null;
    seats: number | null;
  })[];
  classes: (Named & { programId: number })[];
  sessions: (Named & { startsOn: string; isCurrent: boolean })[];
  /** Programme and session of every intake that is there. */
  taken: { programId: number; sessionId: number }[];
  custom: (Named & { isRestricted: boolean })[];
  /** Custom fields that are files, by their labels: the form asks for papers instead. */
  files: string[];
  site: { slug: string; isPublished: boolean } | null;
}

export async function intakeChoices(db: Db, institutionId: number): Promise<IntakeChoices> {
  const all = (rows: ReturnType<typeof sql>) => sql`(select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${rows}) r)`;
  const own = sql`institution_id = ${institutionId}`;
  const rows = await sqlRows<IntakeChoices>(db, render)`select
    ${all(sql`select id, name, requires_pin as "requiresPin", application_fee as "applicationFee",
      minimum_age as "minimumAge", seats from programs where ${own} and retired_at is null order by name, id`)} as programs,
    ${all(sql`select id, name, program_id as "programId" from classes where ${own} order by position, id`)} as classes,
    ${all(sql`select id, name, starts_on as "startsOn", is_current as "isCurrent" from academic_sessions
      where ${own} and closed_at is null order by starts_on desc`)} as sessions,
    ${all(sql`select program_id as "programId", session_id as "sessionId" from intakes where ${own}`)} as taken,
    ${all(sql`select id, label as name, field_group <> 'general' as "isRestricted" from custom_fields
      where ${own} and entity = 'student' and retired_at is null and type <> 'file' order by position, id`)} as custom,
    (select coalesce(jsonb_agg(label order by position, id), '[]') from custom_fields
      where ${own} and entity = 'student' and retired_at is null and type = 'file') as files,
    (select jsonb_build_object('slug', slug, 'isPublished', is_published) from sites where ${own}) as site`;
  return rows[0]!;
}

/** The institution of a new intake: the one in the address, else the first whose intakes the actor can edit. */
export function chooseInstitution(actor: Actor, wanted: number | undefined) {
  const choice = institutionChoice(actor, wanted, 'admissions.edit');
  return { ...choice, currency: membershipIn(actor, choice.institutionId)!.currency };
}

/** The address of the institution's site, for a link to the public form. */
export async function siteOf(db: Db, institutionId: number) {
  const rows = await sqlRows<{ slug: string; isPublished: boolean }>(db, render)`
    select slug, is_published as "isPublished" from sites where institution_id = ${institutionId}`;
  return rows[0] ?? null;
}

/** The choices of a list's filters by programme and session: those with an intake. */
export async function intakeFilterChoices(db: Db, actor: Actor, wanted: number | undefined) {
  const within = sql`institution_id = any (${sql.param(institutionsInView(actor, wanted, 'admissions.view'))}::int[])`;
  const rows = await sqlRows<{ programs: Option[]; sessions: Option[] }>(db, render)`select
    (select coalesce(jsonb_agg(jsonb_build_object('value', p.id::text, 'label', p.name) order by p.name, p.id), '[]')
      from programs p where p.${within} and exists (select from intakes i
        where (i.institution_id, i.program_id) = (p.institution_id, p.id))) as programs,
    (select coalesce(jsonb_agg(jsonb_build_object('value', y.id::text, 'label', y.name) order by y.starts_on desc), '[]')
      from academic_sessions y where y.${within} and exists (select from intakes i
        where (i.institution_id, i.session_id) = (y.institution_id, y.id))) as sessions`;
  return rows[0]!;
}
