import { z } from 'zod';
import { allow, can, institutionsInView, membershipIn } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import { openedOf, type OpenedValues } from '#kernel/edit/edit.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { serveChoices } from '#features/records/people/serve-choices.ts';
import { defer, page } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { studentsWithScheme } from '../audience/discounts-of.ts';
import { chooseInstitution, currencyOf } from '../choose-institution.ts';
import { studentChoices } from '#features/people/students/student-kind.ts';
import { discountList } from './discounts.list.ts';
import { studentsAddedMessage, nameStudents, NameStudents, unnameStudent, UnnameStudent } from './name-students.ts';
import {
  archiveScheme,
  CreateScheme,
  createScheme,
  EditScheme,
  editScheme,
  findScheme,
  schemeChoices,
  type SchemeDetails,
} from './save-scheme.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { InstitutionChoice } from '../fees.pages.ts';
import { sql } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { render, type Db, query } from '#kernel/database.ts';

const params = z.object({ id });
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const editing = may('fees.edit');

export function discountRoutes(app: App): void {
  app.get(
    '/discounts',
    { config: may('fees.view'), schema: { querystring: discountList.Filter } },
    async (request, reply) =>
      reply.page(
        discountListPage,
        await discountList.props(request, (_, actor, { institution_id: wanted }) => ({
          can: { edit: institutionsInView(actor, wanted, 'fees.edit').length > 0 },
        })),
      ),
  );

  serveChoices(app, '/discounts/student-options', 'fees.edit', studentChoices);

  app.get('/discounts/new', { config: editing, schema: { querystring: View } }, async (request, reply) =>
    reply.page(
      discountFormPage,
      await request.read(async (db, actor) => {
        const choice = chooseInstitution(actor, request.query.institution_id);
        return { ...choice, scheme: null, ...(await schemeChoices(db, choice.institutionId)) };
      }),
    ),
  );

  app.post('/discounts', { config: editing, schema: { body: CreateScheme } }, async (request, reply) => {
    const schemeId = await request.write((tx, actor) => createScheme(tx, actor, request.body));
    return reply.flash('The discount was added. Add it to the fees that apply it.').seeOther(`/discounts/${schemeId}`);
  });

  app.get('/discounts/:id', { config: may('fees.view'), schema: { params } }, async (request, reply) => {
    const [scheme, actor] = await request.read(async (db, current) => [
      await findScheme(db, current, request.params.id),
      current,
    ]);
    const { institutionId } = scheme;
    return reply.page(discountPage, {
      scheme,
      currency: currencyOf(actor, institutionId),
      can: { edit: can(actor, 'fees.edit', institutionId) },
      receivers: defer(async () => {
        const all = await request.read((db) => enrolledStudents(db, institutionId));
        const day = today(membershipIn(actor, institutionId)!.timeZone);
        const ids = await request.read((db) => studentsWithScheme(db, institutionId, scheme.id, all, day));
        return { total: ids.length, rows: await request.read((db) => receiversNamed(db, institutionId, ids)) };
      }),
    });
  });

  app.get('/discounts/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const [scheme, currency] = await request.read(async (db, actor) => {
      const found = await findScheme(db, actor, request.params.id);
      allow(actor, 'fees.edit', found.institutionId);
      return [found, currencyOf(actor, found.institutionId)] as const;
    });
    const { institutionId } = scheme;
    return reply.page(discountFormPage, {
      institutionId,
      institutions: [],
      currency,
      scheme,
      opened: openedOf(EditScheme, scheme),
      ...(await request.read((db) => schemeChoices(db, institutionId))),
    });
  });

  app.post('/discounts/:id', { config: editing, schema: { params, body: EditScheme } }, async (request, reply) => {
    await request.write((tx, actor) => editScheme(tx, actor, request.params.id, request.body));
    return reply
      .flash('The discount was saved. Invoices issued before keep their discounts.')
      .seeOther(`/discounts/${request.params.id}`);
  });

  app.post('/discounts/:id/archive', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => archiveScheme(tx, actor, request.params.id, true));
    const undo = { action: `/discounts/${request.params.id}/restore` };
    return reply
      .flash({ message: `${name} was archived.`, tone: 'good', undo })
      .seeOther(`/discounts/${request.params.id}`);
  });

  app.post('/discounts/:id/restore', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => archiveScheme(tx, actor, request.params.id, false));
    return reply.redirectOrJson(`${name} was restored.`, `/discounts/${request.params.id}`);
  });

  app.post(
    '/discounts/:id/students',
    { config: editing, schema: { params, body: NameStudents } },
    async (request, reply) => {
      const done = await request.write((tx, actor) => nameStudents(tx, actor, request.params.id, request.body));
      return reply
        .flash(done instanceof Requested ? { message: done.message, tone: 'info' } : studentsAddedMessage(done))
        .seeOther(`/discounts/${request.params.id}`);
    },
  );

  app.post(
    '/discounts/:id/students/remove',
    { config: editing, schema: { params, body: UnnameStudent } },
    async (request, reply) => {
      await request.write((tx, actor) => unnameStudent(tx, actor, request.params.id, request.body.studentId));
      return reply.flash('The student was removed.').seeOther(`/discounts/${request.params.id}`);
    },
  );
}

interface DiscountListProps extends PropsOfList<typeof discountList> {
  can: { edit: boolean };
}
export const discountListPage = page<DiscountListProps>('fees/discount-list');

interface Named {
  id: number;
  name: string;
}

interface DiscountFormProps extends InstitutionChoice {
  scheme: SchemeDetails | null;
  opened?: OpenedValues;
  feeCategories: Named[];
  studentCategories: Named[];
}
export const discountFormPage = page<DiscountFormProps>('fees/discount-form');

interface DiscountProps {
  scheme: SchemeDetails;
  currency: string;
  /** Deferred: the students who get it today. */
  receivers?: { total: number; rows: Receiver[] };
  can: { edit: boolean };
}
export const discountPage = page<DiscountProps>('fees/discount');

/** The ids of everyone who could be billed. */
async function enrolledStudents(db: Db, institutionId: number): Promise<number[]> {
  const rows = await query<{ id: number }>(db, render)`select id from students where institution_id = ${institutionId}
    and status in ('active', 'suspended') and merged_into_id is null order by id`;
  return rows.map(({ id }) => id);
}

export interface Receiver {
  id: number;
  name: string;
  number: string;
  batch: string | null;
}

/** How many receivers the page of a discount names. */
const receiversShown = 100;

/** The first of these students by name. */
async function receiversNamed(db: Db, institutionId: number, studentIds: number[]): Promise<Receiver[]> {
  const { rows } = await bounded(receiversShown, async (limit) => {
    const found = await query<Receiver>(db, render)`
      select s.id, s.surname || ', ' || s.first_name as name, s.admission_number as number, s.batch_name as batch
      from students s where s.institution_id = ${institutionId} and s.id = any (${sql.param(studentIds)}::bigint[])
      order by s.sort_name, s.id limit ${limit}`;
    return found;
  });
  return rows;
}
