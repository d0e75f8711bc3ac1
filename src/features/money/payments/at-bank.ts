import type { SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { asked } from '#kernel/contracts/provided.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';

/** What payments ask of the bank, whose statements come after them. */
interface AtBank {
  /** Whether a row of `payments` should have been seen on a statement by now. */
  isOverdueAtBank(): SQL;
  /** A payment is reversed: the line that showed it is open again. The payment is locked. */
  openLineOf(tx: Tx, actor: Actor, payment: { institutionId: number; id: number }, day: Day): Promise<void>;
}

export const { provide: provideAtBank, ask: atBank } = asked<AtBank>('what the bank has shown of payments');
