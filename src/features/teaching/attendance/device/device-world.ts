import type { Mark } from '../marks/mark.ts';
import type { Entry, Problem } from './outbox.ts';
import type { Pack } from './pack.queries.ts';

/** What the device keeps between pages. */
export interface Kept {
  outbox: Entry[];
  /** Marks that are not saved yet, by register. */
  drafts: Record<string, [studentId: number, mark: Mark][]>;
}

/** What the server says about a register. */
export type Answer =
  | { kind: 'saved'; problems: Problem[] }
  | { kind: 'refused'; message: string; field: string }
  /** The session has ended: everything waits until the same person signs in. */
  | { kind: 'signedOut' }
  /** No network, or a server that is not well. */
  | { kind: 'away' };

export interface DeviceWorld {
  read<Value>(name: string): Promise<Value | null>;
  write(name: string, value: unknown): Promise<void>;
  send(entry: Entry): Promise<Answer>;
  /** Runs alone, also among other tabs: `send` only where nobody else does. */
  alone<Value>(name: 'keep' | 'send', work: () => Promise<Value>): Promise<Value | undefined>;
  /** Tells other tabs to read again. */
  tell(): void;
  newId(): string;
  now(): number;
}

/** What the server has sent, and when, by the clock of the device. */
export interface KeptPack extends Pack {
  fetchedAt: number;
}

export interface DeviceState extends Kept {
  isReady: boolean;
  pack: KeptPack | null;
  isSending: boolean;
  /** The last try found no network. */
  isAway: boolean;
  isSignedOut: boolean;
  /** What the server has taken since the page has read it, by register. */
  fresh: Record<string, [studentId: number, mark: Mark][]>;
  /** When the server took the last marks of a register, by the clock of the device. */
  savedAt: Record<string, number>;
}
