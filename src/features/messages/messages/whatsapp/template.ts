import { z } from 'zod';
import { line } from '#kernel/schemas.ts';
import { filledText, placesIn } from './filled-text.ts';

const mostValues = 10;

/** An approved template of WhatsApp and what fills it. */
export const ChosenTemplate = z
  .object({
    name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'Enter the template’s name: small letters, digits and underscores.'),
    language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'Enter a code such as en or en_GB.'),
    text: z.string().trim().min(1, 'Enter the text of the template as it was approved.').max(1024),
    values: z.array(line(600, 'A value')).max(mostValues, `A template can have up to ${mostValues} values here.`),
  })
  .refine(({ text, values }) => values.length === placesIn(text), 'Fill in every value of the template.');
export type ChosenTemplate = z.infer<typeof ChosenTemplate>;

interface MayHaveTemplate {
  channel: string;
  body: string;
  template?: ChosenTemplate | null | undefined;
}

/** Only a message by WhatsApp has a template, and its text is that of the template. */
export const withTemplate = <Fields extends MayHaveTemplate>(fields: Fields) => {
  const template = fields.channel === 'whatsapp' ? (fields.template ?? null) : null;
  return { ...fields, template, body: template ? filledText(template) : fields.body };
};
