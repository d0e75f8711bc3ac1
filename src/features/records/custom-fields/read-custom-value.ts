import { searchable } from '#kernel/searchable.ts';
import { z } from 'zod';
import {
  choiceSeparator,
  hasOptions,
  type CustomField,
  type CustomValue,
  type CustomFile,
  customText,
} from '#kernel/contracts/custom-field.ts';
import { isDay } from '#kernel/dates.ts';
import { line, recordById } from '#kernel/schemas.ts';
import { and, eq, sql, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { files } from '#kernel/tables.ts';
import type { OwnChanges } from '#kernel/edit/changes.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { fieldsFor, personColumn, valuesOf } from './custom-fields.queries.ts';
import { customFields, customValues } from './custom-fields.schema.ts';
import { rowsOf } from './value-rows.ts';

/** Custom fields in a form's schema: `custom.<id>`, for multiple choice `custom.<id>[]`. Validated by `saveValues`. */
export const customInput = recordById(z.unknown()).optional();
export type CustomInput = z.infer<typeof customInput>;

/** A value, null for none, or the reason why the input is invalid. */
type Reading = { value: CustomValue | null } | { refusal: string };

const empty = { value: null };
const isBlank = (sent: unknown) => sent === undefined || sent === null || sent === '' || sent === false;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a form's input for any type except files. Retired options already chosen stay valid. */
export function readCustomValue(field: CustomField, sent: unknown, kept: readonly number[] = []): Reading {
  if (hasOptions(field.type)) return readChoices(field, sent, kept);
  if (isBlank(sent) || (typeof sent === 'string' && sent.trim() === '')) return empty;
  if (typeof sent !== 'string' && typeof sent !== 'number' && typeof sent !== 'boolean')
    return { refusal: `${field.label} is invalid. Enter it again.` };
  const text = String(sent).trim();
  switch (field.type) {
    case 'number':
      return readNumber(field, text);
    case 'date': {
      const at = usualDay(text) ?? text;
      return day.test(at) && isDay(at) && at >= '1800-01-01' && at <= '2200-12-31'
        ? { value: at }
        : { refusal: `${field.label} must be a valid date, such as 20/11/2026.` };
    }
    case 'yes_no':
      return ['yes', 'true', 'no', 'false'].includes(text)
        ? { value: text === 'yes' || text === 'true' }
        : { refusal: `Choose yes or no for ${field.label}.` };
    default:
      return readText(field, text);
  }
}

function readText(field: CustomField, text: string): Reading {
  const { data, error } = line(2000, field.label).safeParse(text);
  return data === undefined ? { refusal: error!.issues[0]!.message } : { value: data };
}

/** Accepts grouped digits, up to the precision of a double. */
function readNumber(field: CustomField, text: string): Reading {
  const plain = text.replace(/(?<=\d)[,\s](?=\d{3}(?:\D|$))/g, '');
  const value = Number(plain);
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain);
  if (!isNumber) return { refusal: `${field.label} must be a number, such as 12 or 12.5.` };
  if (plain.replace(/\D/g, '').replace(/^0+/, '').length > 15)
    return { refusal: `${field.label} can have at most 15 digits. For longer numbers, use a text field.` };
  return { value: value === 0 ? 0 : value };
}

function readChoices(field: CustomField, sent: unknown, kept: readonly number[]): Reading {
  const chosen = [sent]
    .flat()
    .filter((item) => !isBlank(item))
    .map(Number);
  const offered = field.options.filter(({ id, isRetired }) => !isRetired || kept.includes(id));
  if (!chosen.every((optionId) => offered.some(({ id }) => id === optionId)))
    return { refusal: `Choose ${field.label} from the list.` };
  if (field.type === 'choice' && chosen.length > 1) return { refusal: `Choose only one option for ${field.label}.` };
  const value = offered.map(({ id }) => id).filter((id) => chosen.includes(id));
  return value.length ? { value } : empty;
}

/** Normalises labels for comparison, as the database does. */
const folded = (text: string) => searchable(text).replace(/\s+/g, ' ').trim();

/** Splits by semicolons, except within known labels. */
function wordsOf(typed: string, { options }: CustomField): string[] {
  const separator = choiceSeparator.trim();
  const labels = new Set(options.map(({ label }) => folded(label)));
  const parts = typed.split(separator);
  const words: string[] = [];
  for (let at = 0; at < parts.length;) {
    const lengths = parts.slice(at).map((_, more) => parts.length - at - more);
    const many = lengths.find((length) => labels.has(folded(parts.slice(at, at + length).join(separator)))) ?? 1;
    words.push(
      parts
        .slice(at, at + many)
        .join(separator)
        .trim(),
    );
    at += many;
  }
  return words;
}

const yes = new Set(['yes', 'y', 'true', '1']);
const no = new Set(['no', 'n', 'false', '0']);

/** Reads yyyy-mm-dd or, as usual in Nigeria, dd/mm/yyyy. */
function usualDay(text: string): string | null {
  const [, d, m, y] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  return y ? `${y}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}` : text;
}

/**
 * Reads a cell of an imported file: choices by label, separated by semicolons, and dates with `readDay`. File fields
 * can't be imported.
 */
export function parseCustomCell(
  field: CustomField,
  text: string,
  readDay: (text: string) => string | null = usualDay,
): Reading {
  const typed = text.trim();
  if (typed === '') return empty;
  if (field.type === 'file') return { refusal: `${field.label} is a file and can’t be imported from a table.` };
  if (field.type === 'date') return readCustomValue(field, readDay(typed) ?? typed);
  if (field.type === 'yes_no') {
    const word = folded(typed);
    return readCustomValue(field, yes.has(word) ? 'yes' : no.has(word) ? 'no' : typed);
  }
  if (!hasOptions(field.type)) return readCustomValue(field, typed);
  const words = field.type === 'choice' ? [typed] : wordsOf(typed, field);
  const ids: number[] = [];
  for (const word of words.filter(Boolean)) {
    const same = field.options.filter(({ label }) => folded(label) === folded(word));
    // A retired option can exist next to an active one of the same name.
    const option = same.find(({ isRetired }) => !isRetired) ?? same[0];
    if (!option) return { refusal: `${word} isn’t one of the choices for ${field.label}.` };
    ids.push(option.id);
  }
  return readCustomValue(
    field,
    ids,
    field.options.map(({ id }) => id),
  );
}

/** The purpose of an uploaded file whose form has not been saved yet. */
export const pendingPurpose = (fieldId: number) => `waiting for custom field ${fieldId}`;
/** The purpose of a person's file, kept when it is replaced so that an erasure finds it. */
export const claimedPurpose = (entity: Entity, personId: number) => `custom field of ${entity} ${personId}`;

/** The file of a submitted id: the existing one, or one that the actor just uploaded for this field. */
async function claimFile(
  tx: Tx,
  actor: Actor,
  { institutionId, entity, personId }: { institutionId: number; entity: Entity; personId: number },
  field: CustomField,
  sent: unknown,
  old: CustomValue | null,
): Promise<Reading> {
  if (sent === undefined || sent === null || sent === '') return { value: null };
  const fileId = Number(sent);
  if (old && (old as CustomFile).id === fileId) return { value: old };
  const [file] = Number.isSafeInteger(fileId)
    ? await tx
        .update(files)
        .set({ purpose: claimedPurpose(entity, personId) })
        .where(
          and(
            eq(files.institutionId, institutionId),
            eq(files.id, fileId),
            eq(files.purpose, pendingPurpose(field.id)),
            sql`${files.accountId} = ${actor.accountId}`,
          ),
        )
        .returning({ id: files.id, name: files.name, size: files.size })
    : [];
  return file ? { value: file } : { refusal: `The file for ${field.label} wasn’t uploaded. Choose it again.` };
}

export interface CustomPerson {
  institutionId: number;
  entity: Entity;
  personId: number;
  /** The groups the actor can see of this person; values in other groups are not changed. */
  groups: readonly FieldGroup[];
  /** New records need all required fields; existing ones only those in the form. */
  isNew?: boolean;
}

/**
 * Saves a form's custom field values and returns the changes by group, for the audit log. The caller has locked the
 * person and checked the permission. Missing fields are not changed.
 */
export async function saveValues(tx: Tx, actor: Actor, person: CustomPerson, input: CustomInput): Promise<OwnChanges> {
  const { institutionId, entity, personId, groups, isNew } = person;
  await lockFieldsShared(tx, institutionId, entity);
  const fields = await fieldsFor(tx, institutionId, entity, groups);
  if (fields.length === 0) return {};
  const before = isNew ? {} : await valuesOf(tx, institutionId, entity, personId, groups);
  const changes: OwnChanges = {};
  const errors: [string, string][] = [];
  const changed: { field: CustomField; value: CustomValue | null }[] = [];
  for (const field of fields) {
    const sent = input?.[field.id];
    if (sent === undefined && !isNew) continue;
    const old = before[field.id] ?? null;
    const reading = await read(tx, actor, person, field, sent, old);
    if ('refusal' in reading) errors.push([`custom.${field.id}`, reading.refusal]);
    else if (reading.value === null && field.isRequired) errors.push([`custom.${field.id}`, requiredMessage(field)]);
    else if (JSON.stringify(reading.value) !== JSON.stringify(old)) {
      changed.push({ field, value: reading.value });
      (changes[field.group] ??= {})[field.label] = { from: inWords(field, old), to: inWords(field, reading.value) };
    }
  }
  const [first, ...more] = errors;
  if (first) throw new ValidationError(...first, Object.fromEntries(more));
  await write(tx, person, changed);
  return changes;
}

/** Locks the definitions, so that no type changes while values are written. */
export const lockFieldsShared = (tx: Tx, institutionId: number, entity: Entity) =>
  tx
    .select({ id: customFields.id })
    .from(customFields)
    .where(
      and(
        eq(customFields.institutionId, institutionId),
        eq(customFields.entity, entity),
        isNull(customFields.retiredAt),
      ),
    )
    .orderBy(customFields.id)
    .for('share');

function read(
  tx: Tx,
  actor: Actor,
  person: CustomPerson,
  field: CustomField,
  sent: unknown,
  old: CustomValue | null,
): Promise<Reading> | Reading {
  if (field.type === 'file') return claimFile(tx, actor, person, field, sent, old);
  return readCustomValue(field, sent, Array.isArray(old) ? old : []);
}

const requiredMessage = ({ label, type }: CustomField) =>
  type === 'choice' || type === 'multi_choice' || type === 'yes_no' || type === 'file'
    ? `${label} is required. Choose one.`
    : `${label} is required.`;

const inWords = (field: CustomField, value: CustomValue | null) => (value === null ? null : customText(field, value));

async function write(
  tx: Tx,
  { institutionId, entity, personId }: CustomPerson,
  changed: { field: CustomField; value: CustomValue | null }[],
): Promise<void> {
  if (changed.length === 0) return;
  await tx.delete(customValues).where(
    and(
      eq(customValues.institutionId, institutionId),
      eq(personColumn[entity], personId),
      inArray(
        customValues.fieldId,
        changed.map(({ field }) => field.id),
      ),
    ),
  );
  const rows = changed.flatMap(({ field, value }) => rowsOf(entity, institutionId, personId, field, value));
  if (rows.length) await tx.insert(customValues).values(rows);
}
