import { z } from 'zod';
import type { Money } from '#kernel/money.ts';
import { koboOf, koboOfNaira } from './amounts.ts';
import { safeText } from '#kernel/safe-text.ts';
import type { PaymentStart } from './gateway.ts';

/** Fields of providers' answers, whose numbers `exactJson` has turned into texts. */
export const text = z.string().min(1).max(300);
export const optionalText = z.string().max(1000).nullish().catch(null);
export const idText = z.string().regex(/^[\w-]{1,40}$/);
export const currency = z.string().regex(/^[A-Z]{3}$/);

/** Of events, which arrive as ordinary JSON. */
export const eventId = z
  .union([idText, z.int().nonnegative().transform(String)])
  .nullish()
  .catch(null);
/** Not dots alone, which an address would drop. */
export const eventReference = z.string().regex(/^(?!\.{1,2}$)\P{C}{1,300}$/u);

const exact = (read: (value: unknown) => number | null) =>
  z.unknown().transform((value, context) => read(value) ?? (context.addIssue('Not an exact amount.'), z.NEVER));
export const kobo = exact(koboOf);
export const naira = exact(koboOfNaira);

/** A time, or null: an unreadable one does not invalidate a payment. */
export const time = z
  .unknown()
  .optional()
  .transform((value) => {
    const date = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : null;
    return date && !Number.isNaN(date.getTime()) ? date : null;
  });

/** Only the details that have a value. */
export const details = (all: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all)
      .map(([key, value]) => [key, safeText(value)] as const)
      .filter(([, value]) => value !== ''),
  );

/** The page where people pay: of the provider, so encrypted, except for a fake server on this machine. */
export const pageAddress = (base: string) =>
  z
    .string()
    .refine((address) => URL.canParse(address))
    .transform((address) => new URL(address))
    .refine(({ protocol }) => protocol === 'https:' || protocol === new URL(base).protocol)
    .transform(({ href }) => href);

/** Mistakes of ours, not of the provider or the payer. */
export function checkStart({ reference, amount }: PaymentStart, currencies: readonly string[]): Money {
  if (!/^[A-Za-z0-9][A-Za-z0-9.=-]{0,99}$/.test(reference))
    throw new RangeError('The reference has characters that are refused.');
  if (!Number.isSafeInteger(amount.minor) || amount.minor <= 0) throw new RangeError('The amount must be above zero.');
  if (!currencies.includes(amount.currency)) throw new RangeError(`Payments in ${amount.currency} are not supported.`);
  return amount;
}
