import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { batchChoices, chosenBatches } from '#features/school/structure/choices.queries.ts';
import type { BalanceFilter } from './balance-filters.ts';

/** The batches and classes that the list can be filtered by. */
export async function balanceChoices(
  db: Db,
  actor: Actor,
  { batch, class: of, institution_id: wanted }: BalanceFilter,
) {
  const [offered, chosen] = await Promise.all([
    batchChoices(db, actor, wanted),
    batch || of ? chosenBatches(db, actor, { batch, class: of }) : [],
  ]);
  return {
    batches: (offered.isMore ? chosen : offered.rows).map(({ id, name, classId, className }) => ({
      id,
      name,
      classId,
      className,
    })),
    /** More than are sent: filters search. */
    moreBatches: offered.isMore,
  };
}
export type BalanceChoices = Awaited<ReturnType<typeof balanceChoices>>;
