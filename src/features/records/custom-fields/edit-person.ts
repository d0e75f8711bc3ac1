import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, countChanged, detailsOf } from '#kernel/edit/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing } from '#kernel/edit/edit.ts';
import { updateChanged } from '#kernel/edit/edit-record.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Requested } from '#features/records/approvals/request-approval.ts';
import { askForContacts } from '#features/records/people/contacts/change-contacts.ts';
import { dropDraft } from '#features/records/people/drafts.ts';
import { nameOfPerson, type LockedPerson, type PersonKind } from '#kernel/personal-data/person-kind.ts';
import { mergePerson, type PersonForm } from './merge-person.ts';
import { saveValues } from './save-values.ts';

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
