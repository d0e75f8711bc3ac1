import { choice, emptyIsNull, id, list } from '#kernel/schemas.ts';
import { genders, newOrReturning } from './audience-words.ts';

const ids = (most: number) =>
  list(id)
    .refine((values) => values.length <= most, `Choose up to ${most}.`)
    .transform((values) => [...new Set(values)].toSorted((a, b) => a - b));

/** Who a fee is for, as its form asks it. */
export const audienceFields = {
  programs: ids(100),
  classes: ids(200),
  batches: ids(500),
  categories: ids(100),
  joined: emptyIsNull(choice(newOrReturning)),
  gender: emptyIsNull(choice(genders)),
  options: ids(200),
  students: ids(2000),
};
