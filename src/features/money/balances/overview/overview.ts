import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { byWeek, collectedOn, givenSince, largestDebtors, owedBy } from './overview.queries.ts';
import { waitingIn } from './waiting.queries.ts';

/** What a bursar looks at every morning, of one institution: one round trip. */
export async function moneyOverview(db: Db, actor: Actor, wanted: number | undefined) {
  const seen = institutionsInView(actor, wanted, 'payments.view').filter((id) => can(actor, 'fees.view', id));
  const [institutionId] = seen;
  if (!institutionId) throw new NotAllowed();
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const day = today(timeZone);
  const [{ collected, takenBack }, owed, weeks, given, debtors, waiting] = await Promise.all([
    collectedOn(db, institutionId, day),
    owedBy(db, institutionId, day),
    byWeek(db, institutionId, day),
    givenSince(db, institutionId, day),
    largestDebtors(db, institutionId),
    waitingIn(db, institutionId, day),
  ]);
  return {
    institutionId,
    currency,
    day,
    collected,
    takenBack,
    weeks,
    given,
    debtors,
    waiting,
    institutions: seen.map((id) => ({ id, name: membershipIn(actor, id)!.name })),
    ages: owed.find(({ kind }) => kind === 'all')!,
    classes: owed.filter(({ kind }) => kind === 'class'),
    fees: owed.filter(({ kind }) => kind === 'fee'),
    can: { ledger: can(actor, 'ledger.view', institutionId), export: can(actor, 'payments.export', institutionId) },
  };
}
export type MoneyOverview = Awaited<ReturnType<typeof moneyOverview>>;
