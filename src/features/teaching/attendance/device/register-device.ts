import type { Mark } from '../marks/mark.ts';
import {
  addEntry,
  answered,
  beingSent,
  decided,
  dropped,
  nextEntry,
  placeKey,
  refused,
  sentAgain,
  unanswered,
  type Entry,
  type Place,
  type Problem,
  overlaid,
} from './outbox.ts';
import type { Pack } from './pack.queries.ts';

const recentMs = 5 * 60_000;

const nothing: Kept = { outbox: [], drafts: {} };

/**
 * Registers on the device: what is marked is kept first, then sent in order, once there is a network. The state is an
 * immutable value; `subscribe` and `now` fit React's useSyncExternalStore.
 */
export class RegisterDevice {
  readonly #world: DeviceWorld;
  readonly #listeners = new Set<() => void>();
  #becomeReady = (): void => {};
  /** What is kept can be read: before, nothing can be kept. */
  readonly #ready = new Promise<void>((resolve) => (this.#becomeReady = resolve));
  #state: DeviceState = {
    ...nothing,
    isReady: false,
    pack: null,
    isSending: false,
    isAway: false,
    isSignedOut: false,
    fresh: {},
    savedAt: {},
  };

  constructor(world: DeviceWorld) {
    this.#world = world;
  }

  readonly now = (): DeviceState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(change: Partial<DeviceState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Reads what is kept, also after another tab has changed it. */
  async load(): Promise<void> {
    const [kept, pack] = await Promise.all([this.#world.read<Kept>('kept'), this.#world.read<KeptPack>('pack')]);
    // Whatever was being sent when the page ended is sent again: the server takes it once.
    const outbox = (kept?.outbox ?? []).map(({ isBeingSent, ...entry }) =>
      this.#state.isSending && isBeingSent ? { ...entry, isBeingSent } : entry,
    );
    this.#set({ outbox, drafts: kept?.drafts ?? {}, pack: pack ?? this.#state.pack, isReady: true });
    this.#becomeReady();
  }

  /** What the server has sent for the coming days. */
  async learn(pack: Pack): Promise<void> {
    const kept = { ...pack, fetchedAt: this.#world.now() };
    await this.#world.write('pack', kept);
    this.#set({ pack: kept, isAway: false, isSignedOut: false });
    this.#world.tell();
  }

  /** The server need not be asked again yet; what is marked meanwhile is added to what it has sent. */
  isPackRecent(): boolean {
    const { pack } = this.#state;
    const age = pack ? this.#world.now() - pack.fetchedAt : Infinity;
    return age >= 0 && age < recentMs;
  }

  /** Every change reads what is kept, since another tab may have changed it. */
  async #change(how: (kept: Kept) => Kept): Promise<void> {
    await this.#world.alone('keep', async () => {
      const kept = (await this.#world.read<Kept>('kept')) ?? nothing;
      const next = how(kept);
      await this.#world.write('kept', next);
      this.#set(next);
    });
    this.#world.tell();
  }

  #changeOutbox(how: (outbox: Entry[]) => Entry[]): Promise<void> {
    return this.#change((kept) => ({ ...kept, outbox: how(kept.outbox) }));
  }

  /** Marks that are not saved yet survive a closed tab. */
  async keepDraft(place: Place, marks: ReadonlyMap<number, Mark> | null): Promise<void> {
    await this.#ready;
    await this.#change((kept) => {
      const { [placeKey(place)]: _, ...others } = kept.drafts;
      return { ...kept, drafts: marks ? { ...others, [placeKey(place)]: [...marks] } : others };
    });
  }

  draftOf(place: Place): Map<number, Mark> | null {
    const kept = this.#state.drafts[placeKey(place)];
    return kept ? new Map(kept) : null;
  }

  /** Keeps what was marked, then sends it. Resolves once it is on the device; `sent` once it was tried. */
  async save(marked: Omit<Entry, 'id' | 'state' | 'markedAt' | 'isDayConfirmed'>): Promise<{ sent: Promise<void> }> {
    const entry: Entry = {
      ...marked,
      id: this.#world.newId(),
      markedAt: this.#world.now(),
      isDayConfirmed: false,
      state: 'waiting',
    };
    await this.#ready;
    // Before it is kept: with a connection it is never shown as waiting.
    this.#set({ isSending: true });
    await this.#change((kept) => {
      const { [placeKey(marked)]: _, ...drafts } = kept.drafts;
      return { outbox: addEntry(kept.outbox, entry), drafts };
    }).catch((error: unknown) => {
      this.#set({ isSending: false });
      throw error;
    });
    return { sent: this.flush() };
  }

  /** The page has read the register again. */
  forgetFresh(place: Place): void {
    const { [placeKey(place)]: gone, ...fresh } = this.#state.fresh;
    if (gone) this.#set({ fresh });
  }

  entriesAt(place: Place): Entry[] {
    return this.#state.outbox.filter((entry) => placeKey(entry) === placeKey(place));
  }

  /** What the server has taken, and what it has instead of the rest. */
  async #learnMarks(entry: Entry, problems: readonly Problem[]): Promise<void> {
    const refusedOnes = new Map(problems.map((one) => [one.studentId, one.current]));
    const learnt = entry.marks.flatMap(({ studentId, mark }): [number, Mark][] => {
      if (!refusedOnes.has(studentId)) return [[studentId, mark]];
      const current = refusedOnes.get(studentId);
      return current ? [[studentId, current]] : [];
    });
    const key = placeKey(entry);
    const fresh = { ...this.#state.fresh, [key]: [...(this.#state.fresh[key] ?? []), ...learnt] };
    const pack = this.#state.pack && withMarks(this.#state.pack, entry, learnt);
    if (pack) await this.#world.write('pack', pack);
    const savedAt = { ...this.#state.savedAt, [key]: this.#world.now() };
    this.#set({ fresh, pack, savedAt });
  }

  async decide(id: string, studentId: number, whose: 'mine' | 'theirs'): Promise<void> {
    await this.#changeOutbox((outbox) => decided(outbox, id, studentId, whose));
    await this.flush();
  }

  async sendAgain(id: string, change: Parameters<typeof sentAgain>[2]): Promise<void> {
    await this.#changeOutbox((outbox) => sentAgain(outbox, id, change));
    await this.flush();
  }

  discard(id: string): Promise<void> {
    return this.#changeOutbox((outbox) => dropped(outbox, id));
  }

  /** Sends what waits, in order, until it is done, the network ends or the session does. */
  async flush(): Promise<void> {
    await this.#world.alone('send', async () => {
      for (let entry = nextEntry(this.#state.outbox); entry; entry = nextEntry(this.#state.outbox)) {
        const { id } = entry;
        this.#set({ isSending: true });
        await this.#changeOutbox((outbox) => beingSent(outbox, id));
        const answer = await this.#world.send(entry);
        if (answer.kind === 'saved') await this.#learnMarks(entry, answer.problems);
        await this.#changeOutbox((outbox) => settled(outbox, id, answer));
        this.#set({ isAway: answer.kind === 'away', isSignedOut: answer.kind === 'signedOut' });
        if (answer.kind === 'away' || answer.kind === 'signedOut') break;
      }
    });
    this.#set({ isSending: false });
  }
}

function settled(outbox: Entry[], id: string, answer: Answer): Entry[] {
  if (answer.kind === 'saved') return answered(outbox, id, answer.problems);
  if (answer.kind === 'refused') return refused(outbox, id, answer.message, answer.field);
  return unanswered(outbox, id);
}

/** What a register shows: what the server had when the page read it, what it has taken since, and what waits. */
export function shownIn(
  { fresh, outbox }: Pick<DeviceState, 'fresh' | 'outbox'>,
  place: Place,
  base: ReadonlyMap<number, Mark>,
): Map<number, Mark> {
  return overlaid(new Map([...base, ...(fresh[placeKey(place)] ?? [])]), outbox, place);
}

/** The pack with marks that the server has taken, for a batch that it knows. */
function withMarks<Known extends Pack>(
  pack: Known,
  { batchId, onDate, sitting, offeringId }: Entry,
  learnt: [number, Mark][],
): Known {
  if (!pack.batches.some(({ id }) => id === batchId)) return pack;
  const place = { batchId, onDate, sitting, offeringId };
  const isIt = (one: Place) => placeKey(one) === placeKey(place);
  const known = pack.registers.find(isIt) ?? { ...place, takenBy: null, roll: [], marks: [] };
  const ids = new Set(learnt.map(([id]) => id));
  const register = {
    ...known,
    roll: [...new Set([...known.roll, ...ids])],
    marks: [
      ...known.marks.filter(({ studentId }) => !ids.has(studentId)),
      ...learnt.map(([studentId, mark]) => ({ studentId, ...mark })),
    ],
  };
  return { ...pack, registers: [...pack.registers.filter((one) => !isIt(one)), register] };
}

/** What the device keeps between pages. */
interface Kept {
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
interface KeptPack extends Pack {
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
