import { nounOfParam, paramsOf } from '#test/harness/nouns.ts';
import type { Draft } from './draft.ts';
import { nounOfField } from './draft-ids.ts';

/** A place in a request where a value stands. */
export interface Slot {
  name: string;
  noun?: string;
  set(value: unknown): void;
  drop(): void;
}

/** All places of a request, or one more in the query where it has none. */
export function slotsOf(draft: Draft): Slot[] {
  const slots: Slot[] = [];
  for (const [at, param] of draft.params.entries())
    slots.push({
      name: param.name,
      noun: nounOfParam(paramsOf(draft.route.url)[at]!),
      set: (value) => void (param.value = textOf(value)),
      drop: () => void (param.value = ''),
    });
  for (const pair of draft.query)
    slots.push({
      name: pair[0],
      noun: nounOfField(pair[0]),
      set: (value) => void (pair[1] = textOf(value)),
      drop: () => void draft.query.splice(draft.query.indexOf(pair), 1),
    });
  if (typeof draft.body === 'object' && draft.body !== null)
    slots.push(...slotsIn(draft.body as Record<string, unknown>));
  const extra = (value: unknown) => void draft.query.push(['q', textOf(value)]);
  return slots.length ? slots : [{ name: 'q', set: extra, drop: () => {} }];
}

function slotsIn(record: Record<string, unknown>, noun?: string): Slot[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const its = noun ?? nounOfField(name);
    const slot: Slot = {
      name,
      noun: its,
      set: (other) => void (record[name] = other),
      drop: () => void delete record[name],
    };
    return typeof value === 'object' && value !== null
      ? [slot, ...slotsIn(value as Record<string, unknown>, its)]
      : [slot];
  });
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
