import { z } from 'zod';
import type { ApprovedTemplate } from './provider.ts';

const Listed = z.object({
  name: z.string(),
  language: z.string(),
  components: z.array(
    z.object({
      type: z.string(),
      format: z.string().optional(),
      text: z.string().optional(),
      buttons: z.array(z.object({ url: z.string().optional() })).optional(),
    }),
  ),
});

const hasPlace = (text: string | undefined) => text?.includes('{{') ?? false;

/**
 * A template as the Graph API lists it. Ones with a picture, or with places in the heading or a button, take more than
 * values of the text, and ones with named places take them in another form: they are left out.
 */
export function templateOf(listed: unknown): ApprovedTemplate[] {
  const read = Listed.safeParse(listed);
  if (!read.success) return [];
  const { name, language, components } = read.data;
  const text = components.find(({ type }) => type === 'BODY')?.text ?? '';
  const isPlain = components.every(
    ({ type, format = 'TEXT', text: words, buttons = [] }) =>
      format === 'TEXT' && (type === 'BODY' || !hasPlace(words)) && !buttons.some(({ url }) => hasPlace(url)),
  );
  return text && isPlain && !hasPlace(text.replace(/\{\{\d{1,2}\}\}/g, '')) ? [{ name, language, text }] : [];
}
