import { z } from 'zod';
import { parseMoney } from '#kernel/money.ts';

/** A balance as it is typed, which may be below zero. */
export const signedAmount = z
  .string({ error: 'Enter the balance, such as 1,250,000.00.' })
  .transform((text, context) => {
    const minor = parseMoney(text.replace(/−/g, '-'));
    if (minor !== null && Math.abs(minor) <= 1e15) return minor;
    context.addIssue({ code: 'custom', message: 'Enter the balance, such as 1,250,000.00; below zero with a minus.' });
    return z.NEVER;
  });
