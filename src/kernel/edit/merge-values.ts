import type { Part } from './describe-conflicts.ts';

/** The current set, plus what the user added and minus what the user removed. */
function mergeSet<Value>(opened: readonly Value[], sent: readonly Value[], current: readonly Value[]): Value[] {
  const removed = opened.filter((value) => !sent.includes(value));
  const added = sent.filter((value) => !opened.includes(value));
  return [...new Set([...current.filter((value) => !removed.includes(value)), ...added])];
}

/**
 * Merges an order. If the user moved nothing, the current order stays; otherwise the user's order wins, rows that the
 * form did not know come last, and a new row stays behind the one it was added after.
 */
export function mergeOrder<Key>(opened: readonly Key[], sent: readonly Key[], current: readonly Key[]): Key[] {
  const known = sent.filter((key) => opened.includes(key));
  const before = opened.filter((key) => sent.includes(key));
  const isMoved = known.some((key, at) => key !== before[at]);
  const order = isMoved
    ? [...sent.filter((key) => current.includes(key)), ...current.filter((key) => !sent.includes(key))]
    : [...current];
  for (const [at, key] of sent.entries())
    if (!order.includes(key)) order.splice(at === 0 ? 0 : order.indexOf(sent[at - 1]!) + 1, 0, key);
  return order;
}

/** The value of a set, parsed by the schema of its field. */
export function mergedSet({ opened, sent, current, read = (value) => value }: Part): unknown[] {
  const [before, input, now] = [opened, sent, current].map((value) => [read(value) ?? []].flat());
  return mergeSet(before!, input!, now!);
}
