import { ValidationError } from './errors.ts';
import { emptyIsNull, line } from './schemas.ts';

/** Letters of any script in words, joined by spaces, hyphens and apostrophes, with dots after initials and titles. */
const shape = /^[\p{L}\p{M}'’‘ʼʻ`´. ()&‐‑–-]+$/u;
const hasLetter = /\p{L}/u;
/** 'evil.example', also after an initial: 't.co'. */
const address = /\.\p{L}{2}|\b(?:https?|www)\b/iu;
/** A dot after a long word ends a sentence: in a name it follows an initial or a title. */
const endOfSentence = /\p{L}{6}\./u;
const mostWords = 8;
/** A sentence: at least four words, three of them without a capital. 'da', 'dos' and 'van' are parts of names. */
const small = /^\p{Ll}{4,}/u;

/** Whether a text can be the name, or a part of the name, of a person: no address, digit or sentence. */
export function isPersonName(text: string): boolean {
  const words = text.split(' ');
  return (
    shape.test(text) &&
    hasLetter.test(text) &&
    !address.test(text) &&
    !endOfSentence.test(text) &&
    words.length <= mostWords &&
    (words.length < 4 || words.filter((word) => small.test(word)).length < 2)
  );
}

export const personNameHint =
  'Enter a name in letters, each part with a capital: J. B. Ma’aruf-Obi. Leave out numbers, addresses and sentences.';

/** A name that a record had before this rule stays while nobody changes it, apart from its capitals. */
export const isNewName = (name: string, before: unknown): boolean =>
  !isPersonName(name) && !(typeof before === 'string' && before.toLowerCase() === name.toLowerCase());

type Names = Readonly<Record<string, unknown>>;

/** Refuses names that are none, on the form of a record that may have had them before. */
export function refuseNewNames(input: Names, before: Names | undefined, fields: readonly string[]): void {
  const wrong = fields.filter((field) => {
    const name = input[field];
    return typeof name === 'string' && isNewName(name, before?.[field]);
  });
  const [first] = wrong;
  if (first)
    throw new ValidationError(first, personNameHint, Object.fromEntries(wrong.map((field) => [field, personNameHint])));
}

/** A name of a person, on every form: names are sent in messages of the school. */
export const personName = (max: number, name: string) => line(max, name).refine(isPersonName, personNameHint);
export const optionalPersonName = (max: number, name: string) => emptyIsNull(personName(max, name));
