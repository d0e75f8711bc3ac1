import { z } from 'zod';

/** A NUBAN; a masked one is none. */
export const accountNumber = z.string().regex(/^\d{10}$/);
const receiver = z.object({
  channel: z.unknown().optional(),
  authorization: z
    .object({ channel: z.unknown().optional(), receiver_bank_account_number: accountNumber.catch('') })
    .nullish()
    .catch(null),
  metadata: z
    .object({ receiver_account_number: accountNumber.catch('') })
    .nullish()
    .catch(null),
});

/** The dedicated account that received a transaction. Paystack names it in two places; null if they differ. */
export function receiverOf(transaction: unknown): { isTransfer: boolean; account: string | null } {
  const { channel, authorization, metadata } = receiver.safeParse(transaction).data ?? {};
  const isTransfer = [channel, authorization?.channel].includes('dedicated_nuban');
  const named = [authorization?.receiver_bank_account_number, metadata?.receiver_account_number].filter(Boolean);
  const isClear = isTransfer && new Set(named).size === 1;
  return { isTransfer, account: isClear ? named[0]! : null };
}
