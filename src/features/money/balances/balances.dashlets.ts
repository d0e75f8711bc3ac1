import { sql } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { today } from '#kernel/dates.ts';
import { memoizeForActor } from '#kernel/database/memoize-for-actor.ts';
import { type Db, query } from '#kernel/database.ts';
import { formatMoney } from '#kernel/money.ts';
import { seenWhole, visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { openDuesBy, sumsByAge } from '#features/money/invoices/dues/ages-in-sql.ts';
import { ageKeys, ageLabels, type Ages } from '#features/money/invoices/dues/ages.ts';

/** Open dues of visible students by age: payments cover the dues of an invoice from the earliest. */
async function openByAge(db: Db, actor: Actor, institutionId: number, day: string): Promise<Ages> {
  const narrowed = seenWhole(actor, institutionId)
    ? sql``
    : sql`and i.student_id in (select ${students.id} from ${students} where ${visibleTo(actor, students, institutionId)})`;
  const [row] = await query<Ages>(db)`select ${sumsByAge} from (${openDuesBy(institutionId, day, narrowed)}) due`;
  return row!;
}

const outstanding: ReadyDashlet = {
  key: 'fees.outstanding',
  label: 'Outstanding fees by age',
  place: 70,
  size: 'wide',
  may: ['fees.view'],
  description: 'What students owe, by how long it has been due. Counted once a minute.',
  empty: 'Nobody owes anything.',
  async load(db, actor, wanted) {
    const [institutionId] = institutionsInView(actor, wanted, 'fees.view');
    const { currency, timeZone } = membershipIn(actor, institutionId!)!;
    const day = today(timeZone);
    const found = await memoizeForActor(actor, `fees.outstanding ${institutionId} ${day}`, () =>
      openByAge(db, actor, institutionId!, day),
    );
    const points = ageKeys.map((age) => {
      const minor = Number(found[age]);
      return { label: ageLabels[age], value: minor, shown: formatMoney({ minor, currency }), href: '/balances' };
    });
    return points.every(({ value }) => value === 0) ? null : { as: 'bars', href: '/balances', points };
  },
};

export const balanceDashlets: readonly ReadyDashlet[] = [outstanding];
