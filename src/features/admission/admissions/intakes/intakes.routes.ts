import { z } from 'zod';
import { allow, can, institutionsInView, membershipIn, type Actor, institutionChoice } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { openedOf, type OpenedValues } from '#kernel/edit/edit.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { CreateIntake, createIntake } from './create-intake.ts';
import { intakeList } from './intakes.list.ts';
import {
  deleteIntake,
  publishIntake,
  findIntake,
  intakeInForm,
  type IntakeDetails,
  type IntakeInForm,
  EditIntake,
  editIntake,
} from './change-intakes.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { Option } from '#ui/plain/options.ts';
import { sql } from 'drizzle-orm';
import { render, type Db, query } from '#kernel/database.ts';

const params = z.object({ id });
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const seeing = may('admissions.view');
const editing = may('admissions.edit');

/** The programmes that take applications, and their settings. */
export function intakeRoutes(app: App): void {
  app.get('/intakes', { config: seeing, schema: { querystring: intakeList.Filter } }, async (request, reply) =>
    reply.page(
      intakeListPage,
      await intakeList.props(request, async (db, actor, { institution_id: wanted }) => ({
        choices: await intakeFilterChoices(db, actor, wanted),
        can: { edit: institutionsInView(actor, wanted, 'admissions.edit').length > 0 },
      })),
    ),
  );

  app.get('/intakes/new', { config: editing, schema: { querystring: View } }, async (request, reply) =>
    reply.page(
      intakeFormPage,
      await request.read(async (db, actor) => {
        const choice = chooseInstitution(actor, request.query.institution_id);
        const { timeZone } = membershipIn(actor, choice.institutionId)!;
        const choices = await intakeChoices(db, choice.institutionId);
        return { ...choice, timeZone, today: today(timeZone), intake: null, choices };
      }),
    ),
  );

  app.post('/intakes', { config: { ...editing, once: true }, schema: { body: CreateIntake } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const intakeId = await createIntake(tx, actor, request.body);
      return { flash: 'The intake was added. Publish it to show it on the site.', go: `/intakes/${intakeId}` };
    }),
  );

  app.get('/intakes/:id', { config: seeing, schema: { params } }, async (request, reply) => {
    const [intake, actor] = await request.read(async (db, current) => [
      await findIntake(db, current, request.params.id),
      current,
    ]);
    const { institutionId } = intake;
    return reply.page(intakePage, {
      intake,
      currency: membershipIn(actor, institutionId)!.currency,
      site: await request.read((db) => siteOf(db, institutionId)),
      can: {
        edit: can(actor, 'admissions.edit', institutionId),
        review: can(actor, 'admissions.review', institutionId),
        decide: can(actor, 'admissions.decide', institutionId),
      },
    });
  });

  app.get('/intakes/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const [intake, actor] = await request.read(async (db, current) => {
      const found = await findIntake(db, current, request.params.id);
      allow(current, 'admissions.edit', found.institutionId);
      return [found, current];
    });
    const { institutionId } = intake;
    const { currency, timeZone } = membershipIn(actor, institutionId)!;
    const inForm = intakeInForm(intake);
    return reply.page(intakeFormPage, {
      institutionId,
      institutions: [],
      currency,
      timeZone,
      today: today(timeZone),
      intake: inForm,
      opened: openedOf(EditIntake, inForm),
      choices: await request.read((db) => intakeChoices(db, institutionId)),
    });
  });

  app.post('/intakes/:id', { config: editing, schema: { params, body: EditIntake } }, async (request, reply) => {
    await request.write((tx, actor) => editIntake(tx, actor, request.params.id, request.body));
    return reply.flash('The intake was saved.').seeOther(`/intakes/${request.params.id}`);
  });

  for (const isOut of [true, false])
    app.post(
      `/intakes/:id/${isOut ? 'publish' : 'unpublish'}`,
      { config: editing, schema: { params } },
      async (request, reply) => {
        const name = await request.write((tx, actor) => publishIntake(tx, actor, request.params.id, isOut));
        return reply
          .flash(isOut ? `${name} was published.` : `Visitors no longer see ${name}.`)
          .seeOther(`/intakes/${request.params.id}`);
      },
    );

  app.post('/intakes/:id/delete', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => deleteIntake(tx, actor, request.params.id));
    return reply.flash(`The intake ${name} was deleted.`).seeOther('/intakes');
  });
}

interface IntakeListProps extends PropsOfList<typeof intakeList> {
  choices: { programs: Option[]; sessions: Option[] };
  can: { edit: boolean };
}
export const intakeListPage = page<IntakeListProps>('admissions/intake-list');

interface IntakePageProps {
  intake: IntakeDetails;
  currency: string;
  site: { slug: string; isPublished: boolean } | null;
  can: { edit: boolean; review: boolean; decide: boolean };
}
export const intakePage = page<IntakePageProps>('admissions/intake');

interface IntakeFormProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  timeZone: string;
  today: string;
  /** Null for a new one. */
  intake: IntakeInForm | null;
  opened?: OpenedValues;
  choices: IntakeChoices;
}
export const intakeFormPage = page<IntakeFormProps>('admissions/intake-form');

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
  const rows = await query<IntakeChoices>(db, render)`select
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
  const rows = await query<{ slug: string; isPublished: boolean }>(db, render)`
    select slug, is_published as "isPublished" from sites where institution_id = ${institutionId}`;
  return rows[0] ?? null;
}

/** The choices of a list's filters by programme and session: those with an intake. */
export async function intakeFilterChoices(db: Db, actor: Actor, wanted: number | undefined) {
  const within = sql`institution_id = any (${sql.param(institutionsInView(actor, wanted, 'admissions.view'))}::int[])`;
  const rows = await query<{ programs: Option[]; sessions: Option[] }>(db, render)`select
    (select coalesce(jsonb_agg(jsonb_build_object('value', p.id::text, 'label', p.name) order by p.name, p.id), '[]')
      from programs p where p.${within} and exists (select from intakes i
        where (i.institution_id, i.program_id) = (p.institution_id, p.id))) as programs,
    (select coalesce(jsonb_agg(jsonb_build_object('value', y.id::text, 'label', y.name) order by y.starts_on desc), '[]')
      from academic_sessions y where y.${within} and exists (select from intakes i
        where (i.institution_id, i.session_id) = (y.institution_id, y.id))) as sessions`;
  return rows[0]!;
}
