import { useState } from 'react';

export interface Tick {
  studentId: number;
  itemId: number;
  isOn: boolean;
}

const keyOf = (studentId: number, itemId: number) => `${studentId} ${itemId}`;

/** Ticks that differ from what the page showed: only these are saved, so that a colleague's stay. */
export function useTicks(isSaved: (studentId: number, itemId: number) => boolean) {
  const [changes, setChanges] = useState<ReadonlyMap<string, Tick>>(new Map());
  const set = (ticks: Tick[]) => {
    const next = new Map(changes);
    for (const tick of ticks)
      if (tick.isOn === isSaved(tick.studentId, tick.itemId)) next.delete(keyOf(tick.studentId, tick.itemId));
      else next.set(keyOf(tick.studentId, tick.itemId), tick);
    setChanges(next);
  };
  return {
    isOn: (studentId: number, itemId: number) =>
      changes.get(keyOf(studentId, itemId))?.isOn ?? isSaved(studentId, itemId),
    isChanged: (studentId: number, itemId: number) => changes.has(keyOf(studentId, itemId)),
    set,
    clear: () => setChanges(new Map()),
    changes: [...changes.values()],
  };
}
export type Ticks = ReturnType<typeof useTicks>;
