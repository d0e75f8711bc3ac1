import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { choice, day, line, list } from '#kernel/schemas.ts';
import { lockAccount } from './account.queries.ts';
import { itemsOf, type ItemKind } from './figures.ts';
import { itemFates } from './reconciliation-words.ts';
import { reconciliationNotes } from './reconciliation.schema.ts';

export const ExplainItems = z.object({
  through: day,
  /** 'line:12', 'entry:7'. */
  items: list(z.string().regex(/^(line|entry):\d{1,15}$/, 'Reload the page.')),
  fate: choice(itemFates),
  explanation: line(300, 'The explanation'),
});

/** Says why items are on one side alone. */
export async function explainItems(
  tx: Tx,
  actor: Actor,
  bankAccountId: number,
  { through, items, fate, explanation }: z.infer<typeof ExplainItems>,
): Promise<number> {
  const account = await lockAccount(tx, actor, bankAccountId);
  const { institutionId } = account;
  if (items.length === 0) throw new ValidationError('items', 'Tick what you explain.');
  const open = new Set((await itemsOf(tx, account, through)).map(({ kind, id }) => `${kind}:${id}`));
  const wanted = [...new Set(items)];
  if (wanted.some((item) => !open.has(item)))
    throw new ValidationError('items', 'Some of these items agree meanwhile. Reload the page.');
  const note = { isSettled: fate === 'settled', explanation, notedBy: actor.accountId! };
  await tx
    .insert(reconciliationNotes)
    .values(
      wanted.map((item) => {
        const [kind, itemId] = item.split(':') as [ItemKind, string];
        return { institutionId, bankAccountId, kind, itemId: Number(itemId), ...note };
      }),
    )
    .onConflictDoUpdate({
      target: [
        reconciliationNotes.institutionId,
        reconciliationNotes.bankAccountId,
        reconciliationNotes.kind,
        reconciliationNotes.itemId,
      ],
      set: { ...note, notedAt: sql`now()` },
    });
  await record(tx, actor, 'payments.explainReconciliation', {
    institutionId,
    subject: { type: 'bankAccount', id: bankAccountId },
    summary: `explained ${wanted.length} ${wanted.length === 1 ? 'item' : 'items'} of the reconciliation of ${account.name}`,
    details: { items: wanted, fate, explanation },
  });
  return wanted.length;
}
