import { gsmAlphabet, withoutForcing } from '#kernel/messages/segments.ts';

const room = 160;
const plain = new Set(gsmAlphabet);

/** In the GSM alphabet, where each character takes one place: 'Ọláwọyin' is 'Olawoyin'. */
export const inGsm = (text: string): string =>
  [...withoutForcing(text.normalize('NFD').replace(/\p{M}/gu, ''))]
    .map((character) => (plain.has(character) && character !== '\r' ? character : /\s/.test(character) ? ' ' : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** An SMS of one part with a text of ours, in the name of the school. */
export const inNameOf = (school: string, text: string): string =>
  `${inGsm(school)
    .slice(0, room - text.length - 2)
    .trim()}: ${text}`;

/**
 * An SMS of one part: names are shortened until the rest has room, so that a sum is never cut. The rest is ours, in the
 * GSM alphabet and far shorter than a part.
 */
export function onePart(school: string, name: string, rest: string): string {
  const free = room - rest.length - 3;
  const [first, second] = [inGsm(school), inGsm(name)];
  const forName = Math.max(Math.min(second.length, free - first.length), Math.min(second.length, Math.ceil(free / 2)));
  return `${first.slice(0, free - forName).trim()}: ${second.slice(0, forName).trim()} ${rest}`;
}
