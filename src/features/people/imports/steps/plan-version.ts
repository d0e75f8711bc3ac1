import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Conflict } from '#kernel/errors.ts';
import type { ImportRow } from '../imports.schema.ts';

type Plan = Pick<ImportRow, 'mapping' | 'options' | 'decisions' | 'corrections'>;

/** A form field: the plan version that the page showed. */
export const seen = z.string().max(40).optional();

/** A hash of the mapping and the decisions; it differs once another user has changed them. */
export const planVersion = ({ mapping, options, decisions, corrections }: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([mapping, options, decisions, corrections]))
    .digest('base64url')
    .slice(0, 16);

/** Refuses a request based on a plan that another user has changed. */
export function refuseStalePlan(plan: Plan, shown: string | undefined): void {
  if (shown !== undefined && shown !== planVersion(plan))
    throw new Conflict(
      'Someone else changed how this file is imported after you opened this page. Reload the page, review the changes and try again.',
    );
}
