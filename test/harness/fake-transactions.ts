/** What a provider says about a payment. */
export interface Outcome {
  status: 'successful' | 'failed' | 'abandoned' | 'pending' | 'reversed';
  /** The provider's own word for the status. */
  word?: string;
  /** In minor units, if not what was asked for. */
  amount?: number;
  currency?: string;
  fee?: number;
  channel?: string;
}

export interface FakeTransaction {
  id: number;
  reference: string;
  /** The secret key that started it; with another it cannot be found. */
  key: string;
  amount: number;
  currency: string;
  email: string;
  returnTo: string;
  /** Each query moves on to the next; the last stays. */
  outcomes: Outcome[];
  /** Of a transfer into a dedicated account. */
  account?: string;
}

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** How the server spoils its next answer. A slow one comes after so many milliseconds. */
export type Fault =
  | 'hang'
  | 'hangUp'
  | 'error'
  | 'busy'
  | 'truncated'
  | 'garbage'
  | 'html'
  | 'huge'
  | 'redirect'
  | { slow: number }
  | { refuse: string };

export type FakeLedger = ReturnType<typeof fakeLedger>;

/** The payments that a fake provider knows, with what happens to them. */
export function fakeLedger() {
  const all = new Map<string, FakeTransaction>();
  let lastId = 4_099_260_516;

  const of = (reference: string): FakeTransaction => {
    const found = all.get(reference);
    if (!found) throw new Error(`The fake provider has no ${reference}, only ${[...all.keys()].join(', ') || 'none'}.`);
    return found;
  };
  const settle = (reference: string, ...outcomes: Outcome[]) => void (of(reference).outcomes = outcomes);

  return {
    all,
    of,
    /** Returns null if the reference has been used. */
    add(transaction: Omit<FakeTransaction, 'id' | 'outcomes'>, outcome: Outcome): FakeTransaction | null {
      if (all.has(transaction.reference)) return null;
      const added = { ...transaction, id: (lastId += 1), outcomes: [outcome] };
      all.set(added.reference, added);
      return added;
    },
    /** What the payment is now, without moving on. */
    now: (reference: string): Outcome => of(reference).outcomes[0]!,
    next(transaction: FakeTransaction): Outcome {
      const [outcome, ...later] = transaction.outcomes;
      if (later.length > 0) transaction.outcomes = later;
      return outcome!;
    },
    settle,
    pay: (reference: string, how: Omit<Outcome, 'status'> = {}) => settle(reference, { status: 'successful', ...how }),
    fail: (reference: string) => settle(reference, { status: 'failed' }),
    abandon: (reference: string) => settle(reference, { status: 'abandoned' }),
    reverse: (reference: string) => settle(reference, { status: 'reversed' }),
    /** The next queries still find it open; the one after them finds it paid. */
    payLate: (reference: string, queries = 1) =>
      settle(reference, ...Array.from({ length: queries }, () => ({ status: 'pending' }) as const), {
        status: 'successful',
      }),
  };
}

/** A minute ago, in whole seconds: money is compared with what was recorded around its day. */
export const paidAt = new Date(Math.floor(Date.now() / 1000 - 60) * 1000).toISOString();
