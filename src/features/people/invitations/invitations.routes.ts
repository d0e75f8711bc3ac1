import { z } from 'zod';
import { nextAddress } from '#kernel/list/cursor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { batchList } from './batch.list.ts';
import { InviteEmployees, InviteGuardians, inviteMany, previewMany } from './invite-many.ts';
import { countLinks, printLinks } from './print/print-links.ts';
import { stopBatch, findBatch, leftOutGroups } from './stop-batch.ts';
import type { SkippedGroup } from '#features/access/accounts/invitations/many/bulk-invitation.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, query } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { masked } from '#features/access/accounts/invitations/linked-records.ts';
import { isOpen, visibleTo } from '#features/records/approvals/approvals.queries.ts';
import { approvals } from '#features/records/approvals/approvals.schema.ts';
import { inviteeKinds, type InviteeEntity } from './kinds.ts';
import { approvalNames } from './sort-out/sort-out.ts';

const pageSize = 50;

/** A waiting request to invite many people, for everybody who sees it among the approvals. */
async function findRequested(db: Db, actor: Actor, id: number) {
  const [found] = await db
    .select({
      id: approvals.id,
      institutionId: approvals.institutionId,
      entity: sql<InviteeEntity>`${approvals.payload} ->> 'entity'`,
      role: sql<string>`${approvals.payload} ->> 'role'`,
      total: sql<number>`jsonb_array_length(${approvals.payload} -> 'people')`,
    })
    .from(approvals)
    .where(requested(actor, id));
  if (!found) throw new NotFound('request');
  return found;
}

interface RequestedRow extends Record<string, unknown> {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
}

/** The people of a request with the contacts on their records, fifty at a time. */
async function requestedPeople(
  db: Db,
  actor: Actor,
  { id, entity, institutionId }: { id: number; entity: InviteeEntity; institutionId: number },
  after: number | undefined,
) {
  const { table } = inviteeKinds[entity];
  const { rows, isMore } = await bounded(
    pageSize,
    (limit) =>
      query<RequestedRow>(db)`
      select ${table.id} as id, ${table.surname} || ', ' || ${table.firstName} as name, lower(${table.email}) as email,
        coalesce(${table.mobile}, ${table.phone}) as phone
      from ${approvals} cross join lateral jsonb_array_elements_text(${approvals.payload} -> 'people') person(id)
      join ${table} on ${table.institutionId} = ${institutionId} and ${table.id} = person.id::bigint
      where ${requested(actor, id)} and ${table.id} > ${after ?? 0}::bigint
      order by ${table.id} limit ${limit}`,
  );
  const isShown = can(actor, entity === 'guardian' ? 'guardians.view' : 'employees.view', institutionId);
  const people = rows.map(({ id: personId, name, email, phone }) => ({
    id: Number(personId),
    name,
    contacts: isShown ? [email, phone].filter((contact) => contact !== null).join(' and ') : masked({ email, phone }),
  }));
  return { rows: people, after: isMore ? people.at(-1)!.id : null };
}
export type RequestedPerson = Awaited<ReturnType<typeof requestedPeople>>['rows'][number];

const requested = (actor: Actor, id: number) =>
  sql`${visibleTo(actor)} and ${isOpen} and ${approvals.id} = ${id}
    and ${approvals.kind} in (${approvalNames.guardian}, ${approvalNames.employee})`;

const params = z.object({ id });
const byContact = allowedForOwnFamily('It goes to the contact on the record, and shows people their own data alone.');
const guardians = { ...may('guardians.invite'), ...byContact };
const employees = { ...may('accounts.edit'), ...byContact };
const both = may('guardians.invite', 'accounts.edit');

/** Inviting everybody who is selected in a list. */
export function invitationRoutes(app: App): void {
  const { jobs } = app.services;

  app.post(
    '/guardians/invitations/preview',
    { config: guardians, schema: { body: InviteGuardians } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const chosen = { ids: request.body.guardian_ids, roleId: null };
      return reply.send(await request.write((tx, actor) => previewMany(tx, actor, 'guardian', chosen, origin)));
    },
  );

  app.post(
    '/employees/invitations/preview',
    { config: employees, schema: { body: InviteEmployees } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const { employee_ids: ids, role_id: roleId = null } = request.body;
      return reply.send(
        await request.write((tx, actor) => previewMany(tx, actor, 'employee', { ids, roleId }, origin)),
      );
    },
  );

  app.post(
    '/guardians/invitations',
    { config: { ...guardians, once: true }, schema: { body: InviteGuardians } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const chosen = { ids: request.body.guardian_ids, roleId: null };
      return reply.once(async (tx, actor) => ({
        send: answer(await inviteMany(tx, actor, jobs, 'guardian', chosen, origin)),
      }));
    },
  );

  app.post(
    '/employees/invitations',
    { config: { ...employees, once: true, confirm: true }, schema: { body: InviteEmployees } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const { employee_ids: ids, role_id: roleId = null } = request.body;
      return reply.once(async (tx, actor) => ({
        send: answer(await inviteMany(tx, actor, jobs, 'employee', { ids, roleId }, origin)),
      }));
    },
  );

  app.get('/bulk-invitations', { config: both, schema: { querystring: batchList.Filter } }, async (request, reply) =>
    reply.page(batchListPage, await batchList.props(request)),
  );

  const querystring = z.object({ ...viewFields, after: queryParam(id) });
  app.get('/approvals/:id/people', { config: both, schema: { params, querystring } }, async (request, reply) => {
    const requested = await request.read((db, actor) => findRequested(db, actor, request.params.id));
    const { rows, after } = await request.read((db, actor) =>
      requestedPeople(db, actor, requested, request.query.after),
    );
    return reply.page(requestedPage, { request: requested, rows, next: nextAddress(request.url, after) });
  });

  app.get('/bulk-invitations/:id', { config: both, schema: { params } }, async (request, reply) => {
    const { leftOut, ...batch } = await request.read((db, actor) => findBatch(db, actor, request.params.id));
    return reply.page(bulkInvitationPage, {
      batch,
      leftOut: await request.read((db, actor) => leftOutGroups(db, actor, { entity: batch.entity, leftOut })),
    });
  });

  // What the file would have: the password is asked for here, since a new window can't ask.
  app.post(
    '/bulk-invitations/:id/links/count',
    { config: { ...both, confirm: true }, schema: { params } },
    async (request, reply) => reply.send(await request.write((tx, actor) => countLinks(tx, actor, request.params.id))),
  );

  // A POST, because the links that were there stop working and each print is recorded.
  app.post(
    '/bulk-invitations/:id/links',
    { config: { ...both, confirm: true, takesForm: true, isHeavy: true }, schema: { params } },
    async (request, reply) => {
      const origin = await request.publicOrigin();
      const data = await request.write((tx, actor) => printLinks(tx, actor, request.params.id, origin));
      return reply.pdf({ title: 'invitations', layout: new URL('./print/link-slips.pdf.ts', import.meta.url), data });
    },
  );

  app.post('/bulk-invitations/:id/stop', { config: both, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => stopBatch(tx, actor, request.params.id));
    return reply.flash('The invitations were stopped.').seeOther(`/bulk-invitations/${request.params.id}`);
  });
}

const answer = ({ batchId, requested }: Awaited<ReturnType<typeof inviteMany>>) => ({
  href: batchId === null ? '/approvals' : `/bulk-invitations/${batchId}`,
  requested: requested?.message ?? null,
});

export type ShownBatch = Omit<Awaited<ReturnType<typeof findBatch>>, 'leftOut'>;

export const bulkInvitationPage = page<{ batch: ShownBatch; leftOut: SkippedGroup[] }>('invitations/bulk-invitation');

export const batchListPage = page<PropsOfList<typeof batchList>>('invitations/bulk-invitation-list');

/** The people of a request that waits for approval. */
export const requestedPage = page<{
  request: Awaited<ReturnType<typeof findRequested>>;
  rows: RequestedPerson[];
  next: string | null;
}>('invitations/requested-people');
