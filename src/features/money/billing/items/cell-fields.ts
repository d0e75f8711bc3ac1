import { z } from 'zod';
import { id, list } from '#kernel/schemas.ts';
import type { Cell } from './billed-items.ts';

const Fields = z
  .object({ student_id: id, item_id: id })
  .transform(({ student_id: studentId, item_id: particularId }): Cell => ({ studentId, particularId }));

/** Optional items of students, as a form sends them. */
export const cellsUpTo = (most: number) =>
  list(Fields).refine((cells) => cells.length <= most, `Change up to ${most} items at once.`);
