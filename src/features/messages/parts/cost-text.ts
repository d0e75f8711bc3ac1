import { money } from '#ui/format.ts';
import type { Preview } from '../compose/preview.queries.ts';

/** What a message costs, as far as it is known. */
export const costText = ({ price, unpriced, channels }: Preview, currency: string): string =>
  channels['whatsapp']
    ? 'billed by WhatsApp'
    : price > 0
      ? `${money(price, currency)}${unpriced > 0 ? ' and more' : ''}`
      : unpriced > 0
        ? 'not known, as no prices are entered'
        : channels['sms']
          ? money(0, currency)
          : 'free';
