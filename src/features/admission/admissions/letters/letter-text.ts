/** What can be written in braces in an admission letter. */
export const letterFields = {
  name: 'Full name',
  first_name: 'First name',
  surname: 'Surname',
  number: 'Application number',
  programme: 'Programme',
  class: 'Class',
  session: 'Academic session',
  deadline: 'Last day to accept',
  acceptance_fee: 'Acceptance fee',
  school: 'Institution',
} as const;
export type LetterField = keyof typeof letterFields;
export type LetterValues = Record<LetterField, string>;

/** The letter of an intake without one of its own. Paragraphs are separated by an empty line. */
export const standardLetter = `Dear {first_name},

We are pleased to offer you a place in {programme}, {class}, for the {session} session at {school}. Your application number is {number}.

Please accept this offer by {deadline} on the page on which you follow your application. Acceptance fee: {acceptance_fee}.

Bring the originals of your papers on the first day. We look forward to welcoming you.`;

/** Fields in braces that the letter does not know, for the person who writes it. */
export const unknownFields = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!).filter((name) => !Object.hasOwn(letterFields, name)),
  ),
];

/** The letter with its fields filled in. Values are text: braces in a name stay as they are. */
export const filledIn = (text: string, values: LetterValues): string =>
  text.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as LetterField] : whole,
  );
