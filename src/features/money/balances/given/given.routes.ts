import { may, type App } from '#web/routes.ts';
import { page } from '#web/page.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, can, institutionsInView, membershipIn } from '#kernel/actor.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { givenKinds } from './given.ts';
import { givenRegister, givenByPerson, givenRows, givenSums, sessionStart, type GivenWish } from './given.queries.ts';
import { type Db, query } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { choice, day, id, queryParam } from '#kernel/schemas.ts';

/** Who took what off debts, and who agreed. */
export function givenRoutes(app: App): void {
  app.get(
    '/given',
    { config: { ...may('payments.view'), isHeavy: true }, schema: { querystring: GivenFilter } },
    async (request, reply) =>
      reply.page(givenPage, await request.read((db, actor) => givenProps(db, actor, request.query))),
  );

  for (const format of ['csv', 'xlsx'] as const)
    app.get(
      `/given/export.${format}`,
      { config: may('payments.export'), schema: { querystring: GivenFilter }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor) => exportGiven(actor, request.query)),
    );
}

export const givenPage = page<GivenProps>('balances/given-list');

const columns: ExportColumn[] = [
  { header: 'Date', kind: 'text', width: 12 },
  { header: 'Type', kind: 'text', width: 16 },
  { header: 'Student', kind: 'text', width: 32 },
  { header: 'Class', kind: 'text', width: 14 },
  { header: 'Reason', kind: 'text', width: 40 },
  { header: 'Given by', kind: 'text', width: 28 },
  { header: 'Approved by', kind: 'text', width: 28 },
  { header: 'Amount', kind: 'number', width: 16 },
];

/** The register of the address as a table; amounts with two decimals. */
function exportGiven(actor: Actor, filter: z.output<typeof GivenFilter>): ExportedTable {
  const { wish } = wishOf(actor, filter, 'payments.export');
  const words = sql`${JSON.stringify(givenKinds)}::jsonb`;
  return {
    title: 'Given',
    counted: (rows) => `${rows} ${rows === 1 ? 'row' : 'rows'} of discounts and waivers`,
    action: 'fees.exportGiven',
    filter,
    institutionIds: [wish.institutionId],
    columns,
    rows: sql`select ${wish.institutionId}::int as "institutionId", json_build_array(r.day, ${words} ->> r.kind, r.student,
        r."className", r.reason, r."givenBy", r."agreedBy", round(r.amount / 100.0, 2))::text as cells
      from (${givenRegister(wish)}) r`,
  };
}

export const GivenFilter = z.object({
  ...viewFields,
  from: queryParam(day),
  to: queryParam(day),
  kind: queryParam(choice(givenKinds)),
  class: queryParam(id),
});

/** Of one institution whose overview of money the actor sees; from the start of the session unless the address says so. */
function wishOf(
  actor: Actor,
  filter: z.output<typeof GivenFilter>,
  may: 'payments.view' | 'payments.export' = 'payments.view',
) {
  const seen = institutionsInView(actor, filter.institution_id, 'payments.view').filter(
    (one) => can(actor, 'fees.view', one) && can(actor, may, one),
  );
  const [institutionId] = seen;
  if (!institutionId) throw new NotAllowed();
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const to = filter.to ?? today(timeZone);
  const wish: GivenWish = {
    institutionId,
    from: filter.from ? sql`${filter.from}::date` : sessionStart(institutionId),
    to: sql`${to}::date`,
    kind: filter.kind,
    class: filter.class,
  };
  return { wish, currency, to, institutions: seen.map((one) => ({ id: one, name: membershipIn(actor, one)!.name })) };
}

/** The register of what was given, with its sums by kind and by person. */
async function givenProps(db: Db, actor: Actor, filter: z.output<typeof GivenFilter>) {
  const { wish, currency, to, institutions } = wishOf(actor, filter);
  const { institutionId } = wish;
  const [[since], { rows, isMore }, sums, people, classes] = await Promise.all([
    query<{ day: string }>(db)`select ${wish.from}::text as day`,
    givenRows(db, wish),
    givenSums(db, wish),
    givenByPerson(db, wish),
    query<{ id: number; name: string }>(db)`
      select id, name from classes where institution_id = ${institutionId} order by name, id`,
  ]);
  return {
    institutionId,
    institutions,
    currency,
    rows,
    isMore,
    sums,
    people,
    classes,
    filter: { from: since!.day, to, kind: filter.kind ?? null, class: filter.class ?? null },
    can: { export: can(actor, 'payments.export', institutionId) },
  };
}
type GivenProps = Awaited<ReturnType<typeof givenProps>>;
