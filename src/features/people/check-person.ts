import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Refused } from '#kernel/errors.ts';
import { readChangedPhones } from '#kernel/phone.ts';
import { allSteps } from '#kernel/refusals.ts';
import { checkNationality, checkPlace, type Place } from '#features/geography/check-place.ts';
import { checkWords } from '#features/lookups/check-words.ts';
import type { ListKey } from '#features/lookups/lookups.schema.ts';

type Texts = Record<string, string | null>;

interface Checking {
  institutionId: number;
  /** What the form sent. */
  input: object;
  /** The record that is changed: what it has already was judged when it came. */
  before?: object | undefined;
  phones: readonly string[];
  /** Which fields hold words of which list. */
  lists: Partial<Record<string, ListKey>>;
  /** Whether the form asked where the person comes from and lives. */
  hasPlace: boolean;
  checkDays?: () => void;
}

/**
 * What every form of a person is asked: numbers as E.164, words as the lists spell them, places that belong together.
 * Answers the fields that are written otherwise than they were typed, and refuses all that is wrong at once.
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
    ...phones.map((field) => () => readChangedPhones(texts, kept, countryId, field)),
    ...Object.entries(lists).map(
      ([field, list]) =>
        () =>
          checkWords(tx, institutionId, { [field]: list! }, texts, kept),
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
    throw new Refused('birthDate', 'The date of birth cannot lie in the future.');
}
