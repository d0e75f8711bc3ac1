import { z } from 'zod';
import { choice, list } from '#kernel/schemas.ts';
import { withheld, type WithheldItem } from './holds.ts';

const order = Object.keys(withheld);

/** Some of what can be withheld, in one order. Anything else in it is an error of the field, not of one value. */
export const withheldField = (message: string) =>
  z.preprocess(
    (sent) => ([sent ?? []].flat().every((word) => order.includes(word as string)) ? sent : []),
    list(choice(withheld))
      .refine((words) => words.length > 0, message)
      .transform((words): WithheldItem[] =>
        [...new Set(words)].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
      ),
  );
