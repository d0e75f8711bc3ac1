import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Clerk } from '#test/faults/clerk.ts';
import type { Notes } from '#test/faults/notes.ts';

export interface School {
  institutionId: number;
  sessionId: number;
  classIds: number[];
  teacherId: number;
  batches: { id: number; name: string }[];
  studentIds: number[];
  /** The category of fees. */
  categoryId: number;
}

export type Chance = () => number;

/** Where a clerk works: until it is over. */
export interface Desk {
  clerk: Clerk;
  school: School;
  notes: Notes;
  chance: Chance;
  /** Letters that no other desk uses in this run. */
  prefix: string;
  isOver: () => boolean;
}

export const pick = <T>(chance: Chance, list: T[]) => list[Math.floor(chance() * list.length)]!;

/** As somebody at a browser does who was told to try again. */
export const pause = ({ status }: Answer) => wait(status === 429 ? 1000 : 200);

/**
 * Until there is an answer that says something. A refusal of a later attempt says nothing about one before that had no
 * answer: then there is none.
 */
export async function again(isOver: () => boolean, ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  let unanswered = answer.status === 0 ? answer : null;
  while ([0, 429, 503].includes(answer.status) && !isOver()) {
    await pause(answer);
    answer = await ask();
    if (answer.status === 0) unanswered = answer;
  }
  return unanswered && [429, 503].includes(answer.status) ? unanswered : answer;
}

/** Names have no digits. */
export const letters = (text: string) =>
  [...text].map((sign) => (/\d/.test(sign) ? 'abcdefghij'[Number(sign)] : sign)).join('');

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
