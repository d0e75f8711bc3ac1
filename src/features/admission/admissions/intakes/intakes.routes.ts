import { z } from 'zod';
import { allow, can, institutionsInView, membershipIn } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { openedOf, type OpenedValues } from '#kernel/edit/edit.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { CreateIntake, createIntake } from './create-intake.ts';
import {
  chooseInstitution,
  intakeChoices,
  intakeFilterChoices,
  siteOf,
  type IntakeChoices,
} from './intake-form.queries.ts';
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

interface Option {
  value: string;
  label: string;
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
