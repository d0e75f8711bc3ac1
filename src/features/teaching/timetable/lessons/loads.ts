import { batchesOf, type Draft } from '../draft/draft.ts';

export interface Load {
  singles: number;
  doubles: number;
}

/** '3', '3+1' (three single and one double), '+1', or nothing for none. Null if it is none of these. */
export function parseLoad(text: string): Load | null {
  const match = /^(\d{0,2})(?:\+(\d{1,2}))?$/.exec(text.replaceAll(/\s/g, ''));
  if (!match) return null;
  const [singles, doubles] = [Number(match[1] || 0), Number(match[2] ?? 0)];
  return singles <= 30 && doubles <= 15 ? { singles, doubles } : null;
}

export const loadText = ({ singles, doubles }: Load): string => {
  if (singles + doubles === 0) return '';
  return doubles === 0 ? String(singles) : `${singles || ''}+${doubles}`;
};

export const loadKey = (batchId: number, courseId: number) => `${batchId}-${courseId}`;

/** What each course has in each batch on its own, by key; and the sets that are combined or a block. */
export function loadsOf(draft: Draft): { own: Map<string, Load>; shared: Draft['sets'] } {
  const own = new Map<string, Load>();
  const shared: Draft['sets'] = [];
  for (const set of draft.sets) {
    const [part] = set.parts;
    if (set.parts.length > 1 || !part || part.courses.length !== 1) {
      shared.push(set);
      continue;
    }
    const { batchId, courseId } = part.courses[0]!;
    const key = loadKey(batchId, courseId);
    const lessons = draft.lessons.filter(({ setId }) => setId === set.id);
    const had = own.get(key) ?? { singles: 0, doubles: 0 };
    own.set(key, {
      singles: had.singles + lessons.filter(({ length }) => length === 1).length,
      doubles: had.doubles + lessons.filter(({ length }) => length > 1).length,
    });
  }
  return { own, shared };
}

/** Periods a week that blocks and combined lessons take in a batch. */
export const sharedPeriods = (draft: Draft, sets: Draft['sets'], batchId: number): number =>
  sets
    .filter((set) => batchesOf(set).includes(batchId))
    .flatMap(({ id }) => draft.lessons.filter(({ setId }) => setId === id))
    .reduce((sum, { length }) => sum + length, 0);
