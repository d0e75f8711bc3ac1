import type { Part } from './decide.ts';

/** The current set, plus what the user added and minus what the user removed. */
export function mergeSet<Value>(opened: readonly Value[], sent: readonly Value[], current: readonly Value[]): Value[] {
  const removed = opened.filter((one) => !sent.includes(one));
  const added = sent.filter((one) => !opened.includes(one));
  return [...new Set([...current.filter((one) => !removed.includes(one)), ...added])];
}

/**
 * Merges an order. If the user moved nothing, the current order stays; otherwise the user's order wins, rows that the
 * form did not know come last, and a new row stays behind the one it was added after.
 */
export function mergeOrder<Key>(opened: readonly Key[], sent: readonly Key[], current: readonly Key[]): Key[] {
  const known = sent.filter((one) => opened.includes(one));
  const before = opened.filter((one) => sent.includes(one));
  const isMoved = known.some((one, at) => one !== before[at]);
  const order = isMoved
    ? [...sent.filter((one) => current.includes(one)), ...current.filter((one) => !sent.includes(one))]
    : [...current];
  for (const [at, one] of sent.entries())
    if (!order.includes(one)) order.splice(at === 0 ? 0 : order.indexOf(sent[at - 1]!) + 1, 0, one);
  return order;
}

/** The value of a set, parsed by the schema of its field. */
export function mergedSet({ opened, sent, current, read = (value) => value }: Part): unknown[] {
  const [before, mine, now] = [opened, sent, current].map((value) => [read(value) ?? []].flat());
  return mergeSet(before!, mine!, now!);
}
