import { z } from 'zod';
import { choice, id, line, list } from '#kernel/schemas.ts';
import { Audience } from '#features/messages/messages/audience/audience.ts';
import { lines } from '#features/school/site/site-fields.ts';

/** The most letters in one file. */
export const mostLetters = 2000;
export const letterReaders = { guardians: 'Guardians', students: 'Students' } as const;
export const letterReach = {
  unreached: 'Only people without a phone number and e-mail address',
  all: 'Everyone',
} as const;

/** Who was taken out by hand, or who alone is left. */
const Ticks = Audience.pick({ without: true, only: true });
export type Ticks = z.output<typeof Ticks>;

const WhoGetsLetters = z.object({
  institutionId: id,
  of: choice(letterReaders),
  batchIds: list(id).refine((ids) => ids.length <= 200, 'Choose up to 200.'),
  reach: choice(letterReach),
  /** As JSON. */
  ticks: z
    .string()
    .max(200_000)
    .default('{}')
    .transform((text, context) => {
      try {
        const read = Ticks.safeParse(JSON.parse(text));
        if (read.success) return read.data;
      } catch {
        // The same answer.
      }
      context.addIssue('Reload the page and tick the recipients again.');
      return z.NEVER;
    }),
});
export const MakeLetters = WhoGetsLetters.safeExtend({
  subject: line(120, 'The subject'),
  body: lines(6000, 'The text'),
  signedBy: line(120, 'The signature'),
});
/** While it is typed, nothing is required. */
const Typed = WhoGetsLetters.safeExtend({
  subject: z.string().trim().max(120).default(''),
  body: z.string().max(6000).default(''),
});
export const AskLetter = Typed.safeExtend({ at: z.number().int().min(0).max(100_000).default(0) });
export const AskLetterPeople = Typed.safeExtend({ after: z.number().int().min(0).max(100_000).default(0) });

export type LettersTyped = z.output<typeof Typed>;
