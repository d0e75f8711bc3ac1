import type { Part } from './decide.ts';

/** A set as it is now, with what the person added to it and without what the person removed from it. */
export function mergeSet<Value>(opened: readonly Value[], sent: readonly Value[], current: readonly Value[]): Value[] {
  const removed = opened.filter((one) => !sent.includes(one));
  const added = sent.filter((one) => !opened.includes(one));
  return [...new Set([...current.filter((one) => !removed.includes(one)), ...added])];
}

/**
 * An order in which `sent` is put: that of today where the person moved nothing, else the person's, with what the form
 * did not know of behind the rest. What is new stays behind the one that it was put after.
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

/** What a part holds that is a set, read as its field reads it. */
export function mergedSet({ opened, sent, current, read = (value) => value }: Part): unknown[] {
  const [before, mine, now] = [opened, sent, current].map((value) => [read(value) ?? []].flat());
  return mergeSet(before!, mine!, now!);
}
