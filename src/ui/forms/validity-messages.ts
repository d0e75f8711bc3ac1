import { dateText } from '../format.ts';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const BLANK_MESSAGE = 'Fill in this field.';

/** What is wrong with a field, in the product's own words: the browser's are in its own language. */
export function validityMessage(field: Control): string {
  const { validity, validationMessage } = field;
  const limits = field as HTMLInputElement;
  if (validity.badInput) return field.type === 'number' ? 'Enter a number.' : 'Enter a complete value.';
  if (validity.valueMissing || field.value.trim() === '') return BLANK_MESSAGE;
  if (validity.typeMismatch)
    return field.type === 'email'
      ? 'Enter an e-mail address, such as name@example.com.'
      : 'Enter a full address, such as https://example.com.';
  if (validity.rangeUnderflow) return `Enter ${inWords(limits, limits.min)} or ${isDate(field) ? 'later' : 'more'}.`;
  if (validity.rangeOverflow) return `Enter ${inWords(limits, limits.max)} or ${isDate(field) ? 'earlier' : 'less'}.`;
  if (validity.stepMismatch) return wordsOfStep(Number(limits.step) || 1);
  if (validity.tooShort) return `Enter at least ${limits.minLength} characters.`;
  if (validity.tooLong) return `Enter at most ${limits.maxLength} characters.`;
  if (validity.patternMismatch) return field.title ? `Enter ${field.title}.` : 'This is not in the expected format.';
  // What a field of ours says itself.
  return validationMessage;
}

const isDate = ({ type }: Control) => type === 'date';
const inWords = (field: Control, limit: string) => (isDate(field) ? dateText(limit) : limit);

function wordsOfStep(step: number): string {
  if (step === 1) return 'Enter a whole number.';
  const [, decimals = ''] = String(step).split('.');
  return decimals ? `Enter at most ${decimals.length} decimal places.` : `Enter a multiple of ${step}.`;
}
