import { and, eq, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Part } from '#kernel/list/declare-list.ts';
import type { Permission } from '#kernel/permissions.ts';
import { payments } from './payments.schema.ts';

/** Who opens the records of payments; each sees what `ownOrAll` says. */
export const maySeePayments = ['payments.view', 'payments.take', 'payments.approve', 'payments.place'] as const;

/** All rows of an institution with one of the permissions `all`; only the actor's own with one of `own`. */
export const ownOrAll =
  (
    columns: { institutionId: SQLWrapper; accountId: SQLWrapper },
    all: readonly Permission[],
    own: readonly Permission[],
    ofOwn?: SQL,
  ) =>
  (actor: Actor, wanted?: number): Part[] =>
    institutionsInView(actor, wanted, ...all, ...own).map((institutionId) => ({
      where: all.some((permission) => can(actor, permission, institutionId))
        ? eq(columns.institutionId as never, institutionId)
        : and(
            eq(columns.institutionId as never, institutionId),
            eq(columns.accountId as never, actor.accountId ?? 0),
            ofOwn,
          ),
      timeZone: membershipIn(actor, institutionId)!.timeZone,
    }));

export type Columns = { institutionId: SQLWrapper; accountId: SQLWrapper };

const seeingAll = ['payments.view', 'payments.approve', 'payments.place'] as const;

/** Cashiers see the payments that they took. */
export const visiblePayments = (columns: Columns) => ownOrAll(columns, seeingAll, ['payments.take']);

export const seesAllPayments = (actor: Actor, institutionId: number): boolean =>
  seeingAll.some((permission) => can(actor, permission, institutionId));

/** Payments that are added up for the actor: cashiers count blind, so those of the own day come in once it is counted. */
export const countedPayments = ownOrAll(
  payments,
  seeingAll,
  ['payments.take'],
  sql`not exists (select from cashier_days uncounted where uncounted.institution_id = ${payments.institutionId}
    and uncounted.id = ${payments.cashierDayId} and uncounted.closed_at is null)`,
);
export const areCounted = (actor: Actor, wanted?: number): SQL =>
  or(...countedPayments(actor, wanted).map(({ where }) => where)) ?? sql`false`;
