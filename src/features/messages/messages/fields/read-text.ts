import { can, type Actor } from '#kernel/actor.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { needsOfAll } from '#kernel/messages/needs.ts';
import type { Audience } from '../audience/audience.ts';
import { fieldsFor, isAboutStudent, messageFields, type FieldName, type MessageField } from './merge-fields.ts';

/** A text as pieces: words and fields in turn. */
export interface ReadText {
  pieces: (string | { field: FieldName })[];
  fields: FieldName[];
  /** What it reveals, as permissions. */
  needs: string | null;
  /** It names the student. */
  isAboutStudent: boolean;
}

const fields: Record<FieldName, MessageField> = messageFields;
const inBraces = /\{([^{}\n]{1,60})\}/g;

/** Splits texts at their fields. Refuses unknown ones by name, and ones that the actor can't see the source of. */
export function readTexts(
  actor: Actor,
  institutionId: number,
  of: Audience['of'],
  texts: { subject: string; body: string },
): { subject: ReadText; body: ReadText } & Pick<ReadText, 'needs' | 'isAboutStudent' | 'fields'> {
  const [subject, body] = (['subject', 'body'] as const).map((key) => readText(texts[key], key, of)) as [
    ReadText,
    ReadText,
  ];
  const used = [...new Set([...subject.fields, ...body.fields])];
  const needs = [...new Set(used.flatMap((name) => fields[name].needs ?? []))];
  for (const permission of needs)
    if (!can(actor, permission, institutionId)) {
      const name = used.find((one) => fields[one].needs === permission)!;
      throw new NotAllowed(
        `You don’t have permission to see “${fields[name].label}”, so you can’t write it to others.`,
      );
    }
  return { subject, body, fields: used, needs: needsOfAll(needs), isAboutStudent: used.some(isAboutStudent) };
}

/** Splits one text at its fields. */
export function readText(text: string, key: 'subject' | 'body', of: Audience['of']): ReadText {
  const known = fieldsFor(of);
  const pieces: ReadText['pieces'] = [];
  let end = 0;
  for (const match of text.matchAll(inBraces)) {
    const name = match[1]!.trim() as FieldName;
    if (!known.includes(name))
      throw new ValidationError(
        key,
        name in fields
          ? `“${match[0]}” is about a student, but these recipients are employees. Remove it.`
          : `There is no field “${match[0]}”. Choose one from the list of fields, or remove the braces.`,
      );
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push({ field: name });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  const used = [...new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.field])))];
  return { pieces, fields: used, needs: null, isAboutStudent: used.some(isAboutStudent) };
}
