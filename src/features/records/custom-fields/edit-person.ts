import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, countChanged, detailsOf } from '#kernel/edit/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, mergeEdit, type OpenedValues } from '#kernel/edit/edit.ts';
import { updateChanged } from '#kernel/edit/edit-record.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { askForContacts } from '#features/records/people/contacts/change-contacts.ts';
import { dropDraft } from '#features/records/people/drafts.ts';
import { nameOfPerson, type LockedPerson, type PersonKind } from '#kernel/personal-data/person-kind.ts';
import { customText, type CustomField, type CustomFile, type CustomValue } from '#kernel/contracts/custom-field.ts';
import { mergedSet } from '#kernel/edit/merge-values.ts';
import { valueText, type Part } from '#kernel/edit/describe-conflicts.ts';
import { nameOfPlace } from '#features/records/geography/name-places.ts';
import { fieldsFor, valuesOf } from './custom-fields.queries.ts';
import {
  readCustomValue,
  type CustomInput,
  saveValues,
  lockFieldsShared,
  type CustomPerson,
} from './read-custom-value.ts';

/** What the form of a person sends, with its own fields beside. */
interface PersonForm {
  custom?: CustomInput;
  opened: OpenedValues;
}

interface MergePersonPersonEdit<Body extends PersonForm> {
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
async function mergePerson<Body extends PersonForm>(
  tx: Tx,
  actor: Actor,
  person: CustomPerson,
  { fields, sent, before, groupOf, together = [] }: MergePersonPersonEdit<Body>,
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

interface Checking<Before, Input> {
  institutionId: number;
  input: Input;
  /** The groups that the actor sees: the values of others are left out of the answer. */
  groups: readonly FieldGroup[];
  before: Before;
}

/** What the edit form of one kind of person differs in from the next. */
interface PersonEdit<Before extends LockedPerson, Fields extends z.ZodObject> {
  kind: PersonKind;
  /** The form's schema, made with `edits`. */
  fields: Fields;
  lock(tx: Tx, actor: Actor, id: number): Promise<Before>;
  groupsOf(actor: Actor, before: NoInfer<Before>): FieldGroup[];
  groupOf(field: string): FieldGroup;
  /** Fields that are validated together, such as pairs of dates. */
  together?: readonly (readonly string[])[];
  /** The values to write, from the merged input. */
  check(tx: Tx, actor: Actor, checking: Checking<NoInfer<Before>, z.infer<Fields>>): Promise<object>;
  /** The number that no two people of an institution share, and what to say where another person has it. */
  number?: { field: string; taken(number: string): Record<string, [string, string]> };
}

/**
 * The verb behind the edit form of a person: `editRecord` with custom fields, drafts, and groups of fields that not
 * everybody sees. Fields of groups that the actor does not see stay as they are. Returns the request for contacts that a
 * second person has to agree to.
 */
export const editPerson =
  <Before extends LockedPerson, Fields extends z.ZodObject>(edit: PersonEdit<Before, Fields>) =>
  async (tx: Tx, actor: Actor, id: number, sent: z.infer<Fields>): Promise<Requested | null> => {
    const { kind, fields, groupOf, together = [], number } = edit;
    const { entity } = kind;
    const before = await edit.lock(tx, actor, id);
    const { institutionId } = before;
    allow(actor, kind.edit, institutionId);
    const groups = edit.groupsOf(actor, before);
    const person = { institutionId, entity, personId: id, groups };
    const form = { fields, sent: sent as unknown as PersonForm, before, groupOf, together };
    const { custom, ...merged } = await mergePerson(tx, actor, person, form);
    const input = merged as z.infer<Fields> & { firstName: string; surname: string; title?: string | null };
    const values = {
      ...(await edit.check(tx, actor, { institutionId, input, groups, before })),
      ...(number && { [number.field]: input[number.field] }),
    };
    const own = await saveValues(tx, actor, person, custom);
    await dropDraft(tx, actor, institutionId, `${entity}:${id}`);
    const { changes, requested } = await askForContacts(tx, actor, kind, before, changesBetween(before, values));
    const count = countChanged(changes, own);
    if (count === 0) return requested;
    const taken = number ? number.taken(String(input[number.field])) : {};
    await refuseDuplicate(updateChanged(tx, kind.table, before, differing(values, changes)), taken);
    await record(tx, actor, `${kind.people}.edit`, {
      institutionId,
      summary: `changed ${count === 1 ? 'one field' : `${count} fields`} of ${nameOfPerson(kind, input)}`,
      subject: { type: entity, id },
      details: detailsOf(changes, groupOf, own),
    });
    return requested;
  };
