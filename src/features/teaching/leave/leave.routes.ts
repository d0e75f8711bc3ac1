import { z } from 'zod';
import { institutionChoice, membershipIn, type Actor } from '#kernel/actor.ts';
import { today as todayIn } from '#kernel/dates.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { balancesOf } from './balances/balances.queries.ts';
import { SetEntitlement, setEntitlement } from './balances/set-entitlement.ts';
import { ownEmployees } from './leave.policy.ts';
import { ownLeaveProps } from './own-leave.ts';
import { leaveFormPage, ownLeavePage, typeFormPage, typeListPage } from './leave.pages.ts';
import { checkRequest, RequestFields } from './requests/decide-request.ts';
import { createType, EditType, editType, retireType, CreateType } from './types/edit-types.ts';
import { findType, listTypes } from './types/types.queries.ts';

const params = z.object({ id });
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const ask = may('leave.request');
const edit = may('leave.edit');

/** Employees' own leave, and the types of leave. */
export function leaveRoutes(app: App): void {
  ownRoutes(app);
  typeRoutes(app);
}

function ownRoutes(app: App): void {
  app.get('/leave', { config: ask, schema: { querystring: View } }, async (request, reply) =>
    reply.page(ownLeavePage, await request.read((db, actor) => ownLeaveProps(db, actor, request.query.institution_id))),
  );

  app.get('/leave/new', { config: ask, schema: { querystring: View } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const [own] = ownEmployees(actor, request.query.institution_id);
      if (!own) return null;
      const today = todayIn(membershipIn(actor, own.institutionId)!.timeZone);
      const year = Number(today.slice(0, 4));
      const balances = await balancesOf(db, own, year);
      return {
        today,
        year,
        institutionId: own.institutionId,
        balances: balances.filter(({ isRetired }) => !isRetired),
        institutions: ownEmployees(actor).map(({ institutionId }) => ({
          id: institutionId,
          name: membershipIn(actor, institutionId)!.name,
        })),
      };
    });
    // Says that there is no employee record.
    if (!props) return reply.seeOther('/leave');
    return reply.page(leaveFormPage, props);
  });

  // While the form is filled in: how many days it would be, and how many are left.
  app.get(
    '/leave/count',
    { config: ask, schema: { querystring: RequestFields.omit({ reason: true }) } },
    async (request, reply) => {
      const { institutionId } = request.query;
      const counted = await request.snapshot((tx, actor) =>
        checkRequest(tx, chooseOwn(actor, institutionId), request.query),
      );
      const { days, balance } = counted;
      return reply.send({ days, left: balance.left });
    },
  );

  app.post(
    '/employees/:id/leave-entitlement',
    { config: edit, schema: { params, body: SetEntitlement } },
    async (request, reply) => {
      await request.write((tx, actor) => setEntitlement(tx, actor, request.params.id, request.body));
      return reply.flash('The days were saved.').seeOther(`/employees/${request.params.id}/leave-days`);
    },
  );
}

function chooseOwn(actor: Actor, wanted?: number) {
  const [own] = ownEmployees(actor, wanted);
  if (!own) throw new NotAllowed('Your account has no employee record here. Ask HR to link it.');
  return own;
}

function typeRoutes(app: App): void {
  app.get('/leave-types', { config: edit, schema: { querystring: View } }, async (request, reply) =>
    reply.page(typeListPage, {
      types: await request.read((db, actor) => listTypes(db, actor, request.query.institution_id)),
    }),
  );
  app.get('/leave-types/new', { config: edit, schema: { querystring: View } }, async (request, reply) => {
    const place = await request.read(async (_, actor) =>
      institutionChoice(actor, request.query.institution_id, 'leave.edit'),
    );
    return reply.page(typeFormPage, { ...place, type: null });
  });
  app.get('/leave-types/:id/edit', { config: edit, schema: { params } }, async (request, reply) => {
    const type = await request.read((db, actor) => findType(db, actor, request.params.id));
    const { institutionId } = type;
    return reply.page(typeFormPage, { institutionId, institutions: [], type, opened: openedOf(EditType, type) });
  });
  app.post('/leave-types', { config: { ...edit, once: true }, schema: { body: CreateType } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await createType(tx, actor, request.body);
      return { flash: `${request.body.name} was added.`, go: '/leave-types' };
    }),
  );
  app.post('/leave-types/:id', { config: edit, schema: { params, body: EditType } }, async (request, reply) => {
    await request.write((tx, actor) => editType(tx, actor, request.params.id, request.body));
    return reply.flash('Leave type saved.').seeOther('/leave-types');
  });
  for (const [verb, isRetired] of [
    ['retire', true],
    ['restore', false],
  ] as const)
    app.post(`/leave-types/:id/${verb}`, { config: edit, schema: { params } }, async (request, reply) => {
      const name = await request.write((tx, actor) => retireType(tx, actor, request.params.id, isRetired));
      return reply.flash(`${name} was ${verb}d.`).seeOther('/leave-types');
    });
}
