import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { requireCredit } from '#features/sending/credit/check-credit.ts';
import type { ComposeFields } from './compose-fields.ts';

/** Refuses to begin what the balance or the month's budget can't pay, unless the actor may overspend and says so. */
export const checkCredit = async (
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, channel }: Pick<ComposeFields, 'institution_id' | 'channel'>,
  { price, isAnyway }: { price: number; isAnyway: boolean },
): Promise<void> => {
  if (price > 0)
    await requireCredit(tx, actor, institutionId, {
      ...{ price, isAnyway, channel: channel === 'whatsapp' ? 'whatsapp' : 'sms' },
    });
};
