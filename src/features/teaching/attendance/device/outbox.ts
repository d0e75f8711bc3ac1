import { sameMark, type Mark } from '../marks/mark.ts';

/** Which register: of a batch, or of a course in it, on a day. */
export interface Place {
  batchId: number;
  onDate: string;
  sitting: number;
  offeringId: number | null;
}

interface OutboxMark {
  studentId: number;
  name: string;
  mark: Mark;
  /** What the register showed when it was marked; null: not called yet. */
  was: Mark | null;
}

/** What the server did not take: a mark that does not fit, or one that somebody else has changed (`current`). */
export interface Problem {
  studentId: number;
  message: string;
  current?: Mark | null;
}

/** Marks of one register that are on the device until the server has them. */
export interface Entry extends Place {
  id: string;
  /** 'JSS 1 A, 26 Nov 2026, morning'. */
  label: string;
  marks: OutboxMark[];
  /** Milliseconds since 1970 by the device's clock. */
  markedAt: number;
  reason: string;
  isDayConfirmed: boolean;
  /** Waiting to be sent; or the person is asked: about some marks, or because the server refuses the whole. */
  state: 'waiting' | 'asking' | 'refused';
  isBeingSent?: boolean;
  problems?: Problem[];
  /** Why it is refused, and the field: 'clock' can be answered by choosing the day. */
  message?: string;
  field?: string;
}

export const placeKey = ({ batchId, onDate, sitting, offeringId }: Place): string =>
  `${batchId} ${onDate} ${sitting} ${offeringId ?? ''}`;

const isAt = (place: Place) => (entry: Entry) => placeKey(entry) === placeKey(place);

export const isWaitingIn = (outbox: readonly Entry[], place: Place): boolean => outbox.some(isAt(place));

/** Adds what was marked. What still waits for the same register takes it in, so that it is sent once. */
export function addEntry(outbox: readonly Entry[], added: Entry): Entry[] {
  const last = outbox.findLast(isAt(added));
  if (!last || last.state !== 'waiting' || last.isBeingSent) return [...outbox, added];
  return outbox.map((entry) => (entry === last ? joined(last, added) : entry)).filter(({ marks }) => marks.length > 0);
}

/** The later mark, seen from what the register showed at first; one that is as it was is not sent. */
function joined(first: Entry, later: Entry): Entry {
  const marks = new Map(first.marks.map((one) => [one.studentId, one]));
  for (const one of later.marks) {
    const before = marks.get(one.studentId);
    const next = before ? { ...one, was: before.was } : one;
    if (sameMark(next.mark, next.was)) marks.delete(one.studentId);
    else marks.set(one.studentId, next);
  }
  return { ...first, marks: [...marks.values()], markedAt: later.markedAt, reason: later.reason || first.reason };
}

/** What a register shows with what waits for it: the server's marks below, those of the device above. */
export function overlaid(base: ReadonlyMap<number, Mark>, outbox: readonly Entry[], place: Place): Map<number, Mark> {
  const shown = new Map(base);
  for (const entry of outbox.filter(isAt(place)))
    if (entry.state !== 'refused') for (const { studentId, mark } of entry.marks) shown.set(studentId, mark);
  return shown;
}

/** The next entry to send: in order, and never before an earlier one of the same register that the person is asked about. */
export function nextEntry(outbox: readonly Entry[]): Entry | undefined {
  return outbox.find((entry, at) => entry.state === 'waiting' && !outbox.slice(0, at).some(isAt(entry)));
}

/** The server's answer to an entry: what was saved is gone, the person is asked about the rest. */
export function answered(outbox: readonly Entry[], id: string, problems: readonly Problem[]): Entry[] {
  return outbox.flatMap((entry) => {
    if (entry.id !== id) return entry;
    if (problems.length === 0) return [];
    const asked = new Map(problems.map((one) => [one.studentId, one]));
    const marks = entry.marks.filter(({ studentId }) => asked.has(studentId));
    return { ...entry, marks, problems: [...problems], state: 'asking' as const, isBeingSent: false };
  });
}

export const refused = (outbox: readonly Entry[], id: string, message: string, field: string): Entry[] =>
  outbox.map((entry) =>
    entry.id === id ? { ...entry, state: 'refused' as const, message, field, isBeingSent: false } : entry,
  );

/** Nobody answered: it waits on. */
export const unanswered = (outbox: readonly Entry[], id: string): Entry[] =>
  outbox.map((entry) => (entry.id === id ? { ...entry, isBeingSent: false } : entry));

export const beingSent = (outbox: readonly Entry[], id: string): Entry[] =>
  outbox.map((entry) => (entry.id === id ? { ...entry, isBeingSent: true } : entry));

/**
 * The person has decided about one mark: 'mine' is sent again, now seen from what the server has; 'theirs' lets it stand.
 * Once all are decided the entry waits again, or is gone.
 */
export function decided(outbox: readonly Entry[], id: string, studentId: number, whose: 'mine' | 'theirs'): Entry[] {
  return outbox.flatMap((entry) => {
    if (entry.id !== id) return entry;
    const problem = entry.problems?.find((one) => one.studentId === studentId);
    const marks = entry.marks.flatMap((one) => {
      if (one.studentId !== studentId) return one;
      if (whose === 'theirs') return [];
      return problem?.current === undefined ? one : { ...one, was: problem.current };
    });
    const problems = entry.problems?.filter((one) => one.studentId !== studentId) ?? [];
    if (marks.length === 0) return [];
    return { ...entry, marks, problems, state: problems.length === 0 ? ('waiting' as const) : entry.state };
  });
}

/** A refused register is sent again, for the day that the person has chosen or with the reason that was missing. */
export const sentAgain = (
  outbox: readonly Entry[],
  id: string,
  change: Partial<Pick<Entry, 'onDate' | 'isDayConfirmed' | 'reason' | 'label'>>,
): Entry[] =>
  outbox.map((entry) => {
    if (entry.id !== id) return entry;
    const { message: _, field: __, problems: ___, ...rest } = entry;
    // On another day the register showed something else: what it shows there decides.
    const marks =
      change.onDate && change.onDate !== entry.onDate ? entry.marks.map((one) => ({ ...one, was: null })) : entry.marks;
    return { ...rest, ...change, marks, state: 'waiting' as const };
  });

export const dropped = (outbox: readonly Entry[], id: string): Entry[] => outbox.filter((entry) => entry.id !== id);
