import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { choice, day, id, queryParam } from '#kernel/schemas.ts';
import { givenKinds } from './given.ts';
import { givenByPerson, givenRows, givenSums, sessionStart, type GivenWish } from './given.queries.ts';

export const GivenFilter = z.object({
  ...viewFields,
  from: queryParam(day),
  to: queryParam(day),
  kind: queryParam(choice(givenKinds)),
  class: queryParam(id),
});

/** Of one institution whose overview of money the actor sees; from the start of the session unless the address says so. */
export function wishOf(
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
export async function givenProps(db: Db, actor: Actor, filter: z.output<typeof GivenFilter>) {
  const { wish, currency, to, institutions } = wishOf(actor, filter);
  const { institutionId } = wish;
  const [[since], { rows, isMore }, sums, people, classes] = await Promise.all([
    query<{ day: string }>(db, sql`select ${wish.from}::text as day`),
    givenRows(db, wish),
    givenSums(db, wish),
    givenByPerson(db, wish),
    query<{ id: number; name: string }>(
      db,
      sql`select id, name from classes where institution_id = ${institutionId} order by name, id`,
    ),
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
export type GivenProps = Awaited<ReturnType<typeof givenProps>>;
