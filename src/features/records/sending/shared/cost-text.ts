import { money } from '#ui/format.ts';

interface Cost {
  /** In minor units, of what has a price. */
  price: number;
  /** SMS and messages by WhatsApp for which no price is entered. */
  unpriced: number;
}

/** What messages cost, which is not known to be nothing while a price is missing. */
export const costText = ({ price, unpriced }: Cost, currency: string): string =>
  unpriced === 0 ? money(price, currency) : price > 0 ? `${money(price, currency)} and more` : 'Not priced';

/** The same where there is little room: '₦824.00+'. */
export const shortCost = ({ price, unpriced }: Cost, currency: string): string =>
  costText({ price, unpriced }, currency).replace(' and more', '+');

/** The same for one message: nothing for what costs nothing. */
export const costOfOne = (
  { channel, price }: { channel: string; price: number | null },
  currency: string,
): string | null =>
  price !== null ? money(price, currency) : channel === 'sms' || channel === 'whatsapp' ? 'Not priced' : null;
