import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { today as todayIn } from '#kernel/dates.ts';
import { balancesOf } from './balances/balances.queries.ts';
import { monthsOf } from './days/month.queries.ts';
import { ownEmployees } from './leave.policy.ts';
import { requestsOf } from './requests/requests.queries.ts';

/** One's own leave and attendance in each institution where one works. */
export async function ownLeaveProps(db: Db, actor: Actor, wanted?: number) {
  const records = await Promise.all(
    ownEmployees(actor, wanted).map(async (own) => {
      const { name, timeZone } = membershipIn(actor, own.institutionId)!;
      const year = Number(todayIn(timeZone).slice(0, 4));
      const [balances, next, { rows: requests, isMore }, months] = await Promise.all([
        balancesOf(db, own, year),
        balancesOf(db, own, year + 1),
        requestsOf(db, actor, own),
        monthsOf(db, own),
      ]);
      // The next year, once something of it is planned.
      const isPlanned = next.some(({ approved, asked }) => approved + asked > 0);
      const years = [{ year, balances }, ...(isPlanned ? [{ year: year + 1, balances: next }] : [])];
      return { ...own, institution: name, years, requests, isMore, months };
    }),
  );
  return { records };
}
