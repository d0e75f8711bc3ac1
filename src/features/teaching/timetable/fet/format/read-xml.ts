import { setImmediate } from 'node:timers/promises';

/** An element with its text or the elements in it. FET uses attributes only for the version. */
export interface Element {
  name: string;
  text: string;
  children: Element[];
}

interface Handler {
  /** The first element; its answer is the depth whose elements are handed over whole. The root has depth 1. */
  root(name: string, attributes: Record<string, string>): number;
  /** An element of that depth with everything in it, or a shallower one with its text alone. */
  element(parent: string, element: Element): void;
}

const deepest = 12;
const longestText = 200_000;
/** Elements between two pauses, in which the server answers others. */
const elementsBetweenPauses = 4000;

/**
 * Reads the part of XML that FET writes, in one pass and without entities: nothing in a file can make it fetch, expand or
 * recurse. What is not well-formed is refused with its line. docs/decisions/0058-fet.md says why it is our own.
 */
export async function readXml(bytes: Uint8Array, handler: Handler): Promise<void> {
  const text = decode(bytes);
  const open: Element[] = [];
  let whole = Infinity;
  let isEnded = false;
  let count = 0;
  let at = 0;

  const fail = (words: string, where = at): never => {
    const line = text.slice(0, where).split('\n').length;
    throw new Unreadable(`The file is damaged in line ${line}: ${words} Save it again in FET, then try again.`);
  };
  const close = () => {
    const element = open.pop()!;
    element.text = element.text.trim();
    const depth = open.length + 1;
    if (depth > whole) open.at(-1)!.children.push(element);
    else if (depth > 1) handler.element(open.at(-1)!.name, element);
    else isEnded = true;
  };
  const begin = (tag: string) => {
    const [, name = '', rest = ''] =
      /^([A-Za-z_][\w.-]{0,99})(\s[\s\S]*)?$/.exec(tag) ?? fail('a tag has no valid name.');
    if (isEnded) fail('there is something after its end.');
    if (open.length === 0) whole = handler.root(name, attributesOf(rest));
    if (open.length >= deepest) fail(`its elements are nested more than ${deepest} deep.`);
    open.push({ name, text: '', children: [] });
  };
  const add = (words: string) => {
    const into = open.at(-1);
    if (into && into.text.length + words.length > longestText) fail('a text is too long.');
    if (into) into.text += words;
    else if (words.trim()) fail('there is text outside of its elements.');
  };
  /** The position after the next `mark`. */
  const after = (mark: string, from: number) => {
    const found = text.indexOf(mark, from);
    return found < 0 ? fail('something that began there does not end.', from) : found + mark.length;
  };

  while (at < text.length) {
    const next = text.indexOf('<', at);
    const words = text.slice(at, next < 0 ? undefined : next);
    if (words) add(words.includes('&') ? unescape(words, fail) : words);
    if (next < 0) break;
    at = next;
    if (text.startsWith('<!--', at)) at = after('-->', at + 4);
    else if (text.startsWith('<?', at)) at = after('?>', at + 2);
    else if (text.startsWith('<![CDATA[', at)) {
      const end = after(']]>', at + 9);
      add(text.slice(at + 9, end - 3));
      at = end;
    } else if (text[at + 1] === '!')
      throw new Unreadable(
        'The file declares a document type or entities, which FET never does, so it was not read. Save it again in FET.',
      );
    else {
      const end = after('>', at);
      const tag = text.slice(at + 1, end - 1);
      if (tag.startsWith('/')) {
        if (open.at(-1)?.name !== tag.slice(1).trim()) fail(`</${tag.slice(1, 60).trim()}> ends what did not begin.`);
        close();
      } else if (tag.endsWith('/')) {
        begin(tag.slice(0, -1));
        close();
      } else begin(tag);
      at = end;
      if (++count % elementsBetweenPauses === 0) await setImmediate();
    }
  }
  if (!isEnded) fail(open.length ? `<${open.at(-1)!.name}> does not end. It may be incomplete.` : 'it is not XML.');
}

function decode(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new Unreadable('The file is in UTF-16. FET writes UTF-8: save it again in FET, then try again.');
  try {
    // Removes the byte order mark that FET writes.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable('The file is not text in UTF-8, as FET writes it. Choose a .fet or .xml file.');
  }
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.slice(0, 2000).matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, name, one, other]) => [name, one ?? other ?? ''] as const,
    ),
  );

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(text: string, fail: (words: string) => never): string {
  return text.replaceAll(/&([^;&]{0,12});?/g, (whole, name: string) => {
    const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const letter = code ? letterOf(code[1] ? parseInt(code[1], 16) : Number(code[2])) : named[name];
    return whole.endsWith(';') && letter !== undefined
      ? letter
      : fail(`it has the unknown entity ${whole.slice(0, 20)}`);
  });
}

const letterOf = (code: number): string | undefined =>
  (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) || [9, 10, 13].includes(code)
    ? String.fromCodePoint(code)
    : undefined;

/** A file cannot be read; the message says why and what to do. */
export class Unreadable extends Error {}
