import { sql } from 'drizzle-orm';
import { type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { pinStatuses, serialText, type PinStatus } from '../pins.ts';

interface CardRange {
  institutionId: number;
  first: number;
  last: number;
}

interface Card {
  serial: number;
  kindId: number;
  status: PinStatus;
  sellerId: number | null;
  orderId: number | null;
  isCard: boolean;
  isPrinted: boolean;
  isExpired: boolean;
}

/** The pins of a range, locked; refuses one with gaps or of several kinds. */
export async function lockCards(tx: Tx, { institutionId, first, last }: CardRange): Promise<Card[]> {
  if (last < first) throw new ValidationError('last_serial', 'The last serial number comes before the first.');
  if (last - first >= 20_000) throw new ValidationError('last_serial', 'Choose up to 20,000 cards at once.');
  const cards = await query<Card>(tx)`
    select p.serial, p.kind_id as "kindId", p.status, p.seller_id as "sellerId", p.order_id as "orderId",
      p.is_card as "isCard", b.printed_at is not null as "isPrinted",
      p.expires_on < (now() at time zone i.time_zone)::date as "isExpired"
    from pins p join pin_batches b on (b.institution_id, b.id) = (p.institution_id, p.batch_id)
    join institutions i on i.id = p.institution_id
    where p.institution_id = ${institutionId} and p.serial between ${first}::bigint and ${last}::bigint
    order by p.serial for no key update of p`;
  const found = cards.map((card) => ({ ...card, serial: Number(card.serial), kindId: Number(card.kindId) }));
  if (found.length < last - first + 1)
    throw new ValidationError(
      'first_serial',
      'Some of these serial numbers don’t exist. Check the first and the last card.',
    );
  refuseAny(found, ({ isCard, isPrinted }) => !isCard || !isPrinted, 'is not on a printed card');
  if (found.some(({ kindId }) => kindId !== found[0]!.kindId))
    throw new ValidationError('last_serial', 'These cards are of different types. Enter each type separately.');
  return found;
}

/** Refuses cards with a reason, naming the first one. */
export function refuseAny(cards: Card[], isWrong: (card: Card) => boolean, why: string | ((card: Card) => string)) {
  const wrong = cards.filter(isWrong);
  if (wrong.length === 0) return;
  const reason = typeof why === 'string' ? why : why(wrong[0]!);
  const more =
    wrong.length > 1 ? `, and ${countOf(wrong.length - 1, 'other card', 'other cards')} can’t be chosen` : '';
  throw new ValidationError('first_serial', `${serialText(wrong[0]!.serial)} ${reason}${more}.`);
}

/** Whether a card waits where it should: in the office's stock, or with this seller. */
export const isElsewhere = (sellerId: number | null) => (card: Card) =>
  (card.sellerId === null ? null : Number(card.sellerId)) !== sellerId;

/**
 * Sells cards of the office's own stock, or those that a seller reports as sold: a buyer may have used them before the
 * seller paid. Returns what was sold.
 */
export async function sellCards(
  tx: Tx,
  { institutionId, first, last, sellerId, orderId }: CardRange & { sellerId: number | null; orderId: number },
): Promise<{ kindId: number; quantity: number }> {
  const cards = await lockCards(tx, { institutionId, first, last });
  const elsewhere = sellerId === null ? 'is with a seller' : 'is not with this seller';
  refuseAny(cards, isElsewhere(sellerId), elsewhere);
  refuseAny(cards, ({ orderId: sold }) => sold !== null, 'is sold already');
  const sellable = (card: Card) => card.status === 'available' || (card.status === 'used' && sellerId !== null);
  refuseAny(
    cards,
    (card) => !sellable(card),
    ({ status }) => `is ${pinStatuses[status].toLowerCase()}`,
  );
  refuseAny(cards, ({ isExpired, status }) => isExpired && status !== 'used', 'has expired');
  await tx.execute(sql`
    update pins set order_id = ${orderId}::bigint, sold_at = now(),
      status = case when status = 'used' then 'used' else 'sold' end
    where institution_id = ${institutionId} and serial between ${first}::bigint and ${last}::bigint`);
  return { kindId: cards[0]!.kindId, quantity: cards.length };
}
