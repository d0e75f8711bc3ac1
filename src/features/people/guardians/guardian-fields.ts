import { z } from 'zod';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { optionalLine } from '#kernel/schemas.ts';
import { customInput } from '#features/records/custom-fields/read-custom-value.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';
import { listWord, personFields } from '#features/records/people/person-fields.ts';

/** The core fields of a guardian's record, as sent by a form. */
export const GuardianFields = z.object({
  ...personFields,
  title: optionalLine(20, 'The title'),
  occupation: optionalLine(100, 'The occupation'),
  employer: optionalLine(150, 'The employer'),
  religion: listWord('The religion'),
  language: listWord('The language'),
  custom: customInput,
});
export type GuardianFields = z.infer<typeof GuardianFields>;

/** The list of values that each of these fields takes. */
export const guardianLists = {
  religion: 'religions',
  language: 'languages',
} as const satisfies Partial<Record<keyof GuardianFields, ListKey>>;

/** The group that a field of the record belongs to. */
export const groupOfField = (field: string): FieldGroup => (field === 'religion' ? 'religion' : 'general');

/** The entries that belong to these groups. A form does not change fields that it does not show. */
export const ofGroups = <Entries extends object>(entries: Entries, groups: readonly FieldGroup[]): Partial<Entries> =>
  Object.fromEntries(
    Object.entries(entries).filter(([field]) => groups.includes(groupOfField(field))),
  ) as Partial<Entries>;

/** 'Mrs Folake Bakare', the name of a guardian in log entries and messages. */
export const calledGuardian = ({
  title,
  firstName,
  surname,
}: {
  title?: string | null;
  firstName: string;
  surname: string;
}) => [title, firstName, surname].filter(Boolean).join(' ');
