import type { Element } from './read-xml.ts';

const byteOrderMark = '\uFEFF';

/** As FET writes it: one element a line, tabs, and a byte order mark in front. */
export const writeXml = (lines: string[]): string =>
  `${byteOrderMark}<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;

/** An element with text or elements, in lines. */
export function linesOf({ name, text, children }: Element, indent = ''): string[] {
  if (children.length === 0) return [`${indent}<${name}>${escape(text)}</${name}>`];
  return [`${indent}<${name}>`, ...children.flatMap((child) => linesOf(child, `${indent}\t`)), `${indent}</${name}>`];
}

export const leaf = (name: string, value: string | number | boolean): Element => ({
  name,
  text: String(value),
  children: [],
});
export const branch = (name: string, children: Element[]): Element => ({ name, text: '', children });

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Without control characters and halves of letters, which XML has no way to write. */
export const escape = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"']/g, (letter) => escapes[letter]!);
