import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { ReportParts, ReportType } from '#kernel/contracts/report.ts';
import { isSummed } from '../engine/sums.ts';
import { type Usable, type UsableField, reportRegistry } from '../engine/usable-fields.ts';

/** A field as the designer offers it. */
export interface OfferedField {
  key: string;
  label: string;
  type: ReportType;
  /** Its values are chosen from a list, which the server searches. */
  hasOptions: boolean;
  isOnlyShown: boolean;
  /** Has a subtotal and a total. */
  isSummed: boolean;
  isYear: boolean;
}

/** A user type, or another kind of records, with the fields that the actor can use. */
export interface OfferedSubject extends SubjectName {
  groups: { key: string; label: string; fields: OfferedField[] }[];
  usual: string[];
}

export interface SubjectName {
  name: string;
  label: string;
  /** Employees and students come first; others are behind "Other records". */
  isUserType: boolean;
}

const userTypes = ['student', 'employee'];

/** What reports of an institution can be about, for this actor. */
export const subjectsFor = (actor: Actor, parts: Required<ReportParts>, institutionId: number): SubjectName[] =>
  [...reportRegistry(parts).values()]
    .map(({ subject }) => subject)
    .filter(({ seeing }) => institutionsInView(actor, institutionId, ...seeing).length > 0)
    .toSorted((one, other) => one.place - other.place)
    .map(({ name, label }) => ({ name, label, isUserType: userTypes.includes(name) }));

/** The fields of a subject by their groups, each in the order of its declaration. */
export function offerOf({ subject, usable }: Usable): OfferedSubject {
  const { name, label, groups, usual } = subject;
  const all = [...usable.values()];
  return {
    name,
    label,
    isUserType: userTypes.includes(name),
    usual: usual.filter((key) => usable.has(key)),
    groups: Object.entries(groups)
      .map(([key, heading]) => ({
        key,
        label: heading,
        fields: all.filter(({ group }) => group === key).map(offeredField),
      }))
      .filter(({ fields }) => fields.length > 0),
  };
}

export const offeredField = (field: UsableField): OfferedField => ({
  key: field.key,
  label: field.label,
  type: field.type,
  hasOptions: Boolean(field.options),
  isOnlyShown: field.isOnlyShown ?? false,
  isSummed: isSummed(field),
  isYear: field.isYear ?? false,
});
