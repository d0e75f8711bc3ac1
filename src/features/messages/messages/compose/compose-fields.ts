import { z } from 'zod';
import { choice, id, localMoment } from '#kernel/schemas.ts';
import { Audience } from '../audience/audience.ts';
import { ChosenTemplate } from '../whatsapp/template.ts';
import { channelWords, purposeWords } from './words.ts';

/** Several typed lines: composed, without control characters. */
export const text = (most: number, name: string) =>
  z
    .string()
    .transform((typed) =>
      typed
        .normalize('NFC')
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n]/gu, ' ')
        .trimEnd(),
    )
    .pipe(z.string().max(most, `${name} can have up to ${most} characters.`));

/** What a message says to whom. */
export const ComposeFields = z.object({
  institution_id: id,
  channel: choice(channelWords),
  purpose: choice(purposeWords).default('service'),
  subject: text(200, 'The subject').default(''),
  body: text(5000, 'The text').default(''),
  audience: Audience,
  /** Of WhatsApp; without one, free text goes to people who have just written. */
  template: ChosenTemplate.nullish(),
});
export type ComposeFields = z.infer<typeof ComposeFields>;

/** The same when it is saved or sent. */
export const SaveMessage = ComposeFields.extend({
  /** The draft that it was. */
  id: id.optional(),
  /** Of the draft, as it was opened. */
  version: z.string().max(60).optional(),
  act: z.enum(['draft', 'send', 'later', 'weekly']),
  /** In the institution's time zone. */
  send_at: localMoment.optional(),
  /** What the sender was shown and agreed to. */
  confirmed: z.number().int().min(0).optional(),
  /** Agreed to texts of more than six parts. */
  is_long: z.boolean().default(false),
  /** Over the balance or the budget, by users who may overspend. */
  is_anyway: z.boolean().default(false),
});
export type SaveMessage = z.infer<typeof SaveMessage>;
