import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { customText, type CustomField, type CustomFile, type CustomValue } from '#kernel/contracts/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import { mergeEdit, type Opened } from '#kernel/edit/edit.ts';
import { mergedSet } from '#kernel/edit/merge-values.ts';
import { valueText, type Part } from '#kernel/edit/conflict-words.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { nameOfPlace } from '#features/records/geography/name-places.ts';
import { fieldsFor, valuesOf } from './custom-fields.queries.ts';
import { readCustomValue, type CustomInput } from './read-custom-value.ts';
import { lockFieldsShared, type CustomPerson } from './save-values.ts';

/** What the form of a person sends, with its own fields beside. */
export interface PersonForm {
  custom?: CustomInput;
  opened: Opened;
}

interface PersonEdit<Body extends PersonForm> {
  fields: z.ZodObject;
  /** The submitted values. */
  sent: Body;
  /** The locked record. */
  before: object;
  groupOf: (field: string) => FieldGroup;
  /** Fields that are validated together, such as pairs of dates. */
  together?: readonly (readonly string[])[];
}

const place = ['countryId', 'stateId', 'stateName', 'lgaId'];

/**
 * `mergeEdit` for a person's record with custom fields. The result contains only the edited custom fields, for
 * `saveValues`.
 */
export async function mergePerson<Body extends PersonForm>(
  tx: Tx,
  actor: Actor,
  person: CustomPerson,
  { fields, sent, before, groupOf, together = [] }: PersonEdit<Body>,
): Promise<Omit<Body, 'opened'>> {
  const { institutionId, entity, personId, groups } = person;
  const { custom, ...core } = sent;
  const own = await customParts(tx, person, custom, core.opened?.['custom']);
  const { input, touched } = await mergeEdit(tx, actor, {
    fields,
    sent: core,
    current: before,
    subject: { institutionId, type: entity, id: personId },
    isSeen: (field) => groups.includes(groupOf(field)),
    together: [place, ...together],
    words: Object.fromEntries([...place, 'nationalityId'].map((field) => [field, (id) => nameOfPlace(tx, id)])),
    more: own,
  });
  // Empty values are passed on too, so that required fields are checked on every edit.
  const isAsked = ({ field, current, sent: value }: Part) =>
    touched.has(field) || (current === undefined && [value].flat().every((item) => item === '' || item === null));
  const asked = new Set(own.filter(isAsked).map(({ field }) => field));
  const sets = new Map(own.filter(({ isSet }) => isSet).map((part) => [part.field, part]));
  const changed = Object.entries(custom ?? {})
    .filter(([id]) => asked.has(`custom.${id}`))
    .map(([id, value]) => {
      const set = sets.get(`custom.${id}`);
      return [id, set && isChoices(set.read!(value)) ? mergedSet(set) : value];
    });
  return { ...input, custom: Object.fromEntries(changed) } as unknown as Omit<Body, 'opened'>;
}

async function customParts(
  tx: Tx,
  { institutionId, entity, personId, groups }: CustomPerson,
  sent: CustomInput,
  opened: unknown,
): Promise<Part[]> {
  if (!sent || Object.keys(sent).length === 0) return [];
  await lockFieldsShared(tx, institutionId, entity);
  const fields = await fieldsFor(tx, institutionId, entity, groups);
  const values = await valuesOf(tx, institutionId, entity, personId, groups);
  const before = (typeof opened === 'object' && opened !== null ? opened : {}) as Record<string, unknown>;
  return fields
    .filter(({ id }) => sent[id] !== undefined)
    .map((field) => ({
      field: `custom.${field.id}`,
      label: field.label,
      opened: before[field.id],
      sent: sent[field.id],
      current: values[field.id],
      read: (value) => readPart(field, value),
      words: (value) => partInWords(field, value),
      isSet: field.type === 'multi_choice',
    }));
}

/** A value as stored, from the record or the form; a file by its id. */
function readPart(field: CustomField, value: unknown): unknown {
  if (field.type === 'file') return value ? String(isFile(value) ? value.id : value) : null;
  const kept = field.options.map(({ id }) => id);
  const reading = readCustomValue(field, value, kept);
  return 'value' in reading ? reading.value : value;
}

function partInWords(field: CustomField, value: unknown): string {
  if (field.type === 'file') return isFile(value) ? value.name : value ? 'The file you chose' : '';
  const read = readPart(field, value);
  return read === null || read === undefined || read === value
    ? valueText(read)
    : customText(field, read as CustomValue);
}

/** Valid choices; anything else is refused by `saveValues`. */
const isChoices = (value: unknown) =>
  value === null || (Array.isArray(value) && value.every((item) => typeof item === 'number'));

const isFile = (value: unknown): value is CustomFile => typeof value === 'object' && value !== null && 'id' in value;
