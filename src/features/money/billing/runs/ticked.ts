import { z } from 'zod';
import { id, list } from '#kernel/schemas.ts';

/** Shown and acted on at once; the next ones follow once these are done. */
export const proposalsShown = 200;

/** Ids of ticked students, each once and in order. */
export const ticked = (what: string, most = proposalsShown) =>
  list(id).pipe(
    z
      .array(z.number())
      .min(1, `Tick the students to ${what}.`)
      .max(most, `Tick up to ${most} students at once.`)
      .transform((ids) => [...new Set(ids)].toSorted((one, other) => one - other)),
  );
