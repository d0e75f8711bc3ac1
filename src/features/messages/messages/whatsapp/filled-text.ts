/* This module also runs in the browser. */

/** An approved template of WhatsApp and what fills it. */
export interface TemplateValues {
  name: string;
  language: string;
  /** As it was approved, with places for values: {{1}}, {{2}}. */
  text: string;
  values: string[];
}

const places = /\{\{(\d{1,2})\}\}/g;

/** How many values the text of a template takes. */
export const placesIn = (text: string): number => Math.max(0, ...[...text.matchAll(places)].map(([, n]) => Number(n)));

/** What a recipient reads; fields of the message stay. */
export const filledText = ({ text, values }: Pick<TemplateValues, 'text' | 'values'>): string =>
  text.replace(places, (_, n: string) => values[Number(n) - 1] ?? '');

/** Whether a template was chosen and all of its places have a value. */
export const isFilled = ({ name, language, text, values }: TemplateValues): boolean =>
  [name, language, text, ...values].every((typed) => typed.trim() !== '') && values.length === placesIn(text);
