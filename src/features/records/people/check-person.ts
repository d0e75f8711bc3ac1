import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import { refuseNewNames } from '#kernel/person-name.ts';
import { readChangedPhones } from '#kernel/phone.ts';
import { allSteps } from '#kernel/refusals.ts';
import { checkNationality, checkPlace, type Place } from '#features/records/geography/check-place.ts';
import { checkListValues } from '#features/records/lookups/check-list-values.ts';
import type { ListKey } from '#features/records/lookups/lookups.schema.ts';

type Texts = Record<string, string | null>;

interface Checking {
  institutionId: number;
  /** The values sent by the form. */
  input: object;
  /** The record being edited. Its unchanged values are not checked again. */
  before?: object | undefined;
  phones: readonly string[];
  /** The list of values for each field that has one. */
  lists: Partial<Record<string, ListKey>>;
  /** Whether the form has the fields of origin and address. */
  hasPlace: boolean;
  checkDays?: () => void;
}

const names = ['surname', 'firstName', 'middleName', 'nextOfKinName'];

/**
 * Checks every form of a person: names, phone numbers as E.164, values as spelled in their lists, places that belong together.
 * Returns the fields whose stored value differs from the typed one, and refuses all errors at once.
 */
export async function checkPerson(
  tx: Tx,
  actor: Actor,
  { institutionId, input, before, phones, lists, hasPlace, checkDays }: Checking,
): Promise<object> {
  const { countryId, timeZone } = membershipIn(actor, institutionId)!;
  const texts = input as Texts;
  const kept = before as Texts | undefined;
  const nothing = () => ({});
  const found = await allSteps<object[]>(
    () => {
      refuseNewNames(texts, kept, names);
      return {};
    },
    ...phones.map((field) => () => readChangedPhones(texts, kept, countryId, field)),
    ...Object.entries(lists).map(
      ([field, list]) =>
        () =>
          checkListValues(tx, institutionId, { [field]: list! }, texts, kept),
    ),
    ...(hasPlace
      ? [
          () => checkPlace(tx, input as Place).then(nothing),
          () => checkNationality(tx, texts['nationalityId'] ?? null).then(nothing),
        ]
      : []),
    () => {
      checkBirth(texts['birthDate'], kept?.['birthDate'], today(timeZone));
      checkDays?.();
      return {};
    },
  );
  return Object.assign({}, ...found) as object;
}

function checkBirth(birthDate: string | null | undefined, before: string | null | undefined, day: string): void {
  if (birthDate && birthDate > day && birthDate !== before)
    throw new ValidationError('birthDate', 'The date of birth can’t be in the future.');
}
