import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Conflict } from '#kernel/errors.ts';
import type { ImportRow } from './imports.schema.ts';

type Plan = Pick<ImportRow, 'mapping' | 'options' | 'decisions'>;

/** A part of the body: which plan the page showed. */
export const seen = z.string().max(40).optional();

/** What the columns mean and what is done with each row, in a word: another one means that somebody has changed it. */
export const planSeen = ({ mapping, options, decisions }: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([mapping, options, decisions]))
    .digest('base64url')
    .slice(0, 16);

/** Nobody starts, or plans anew, an import that somebody else has planned differently meanwhile. */
export function refuseUnseen(plan: Plan, shown: string | undefined): void {
  if (shown !== undefined && shown !== planSeen(plan))
    throw new Conflict(
      'Someone else changed how this file is imported after you opened this page. Reload the page to see it, then decide again.',
    );
}
