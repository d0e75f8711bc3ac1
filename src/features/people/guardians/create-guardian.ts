import { z } from 'zod';
import { allow, type Actor, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { checkbox, emptyIsNull, id } from '#kernel/schemas.ts';
import { saveValues, customInput } from '#features/records/custom-fields/read-custom-value.ts';
import { dropDraft } from '#features/records/people/drafts.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import { bindPhoto } from '#features/records/people/photos/set-photo.ts';
import { guardianGroups, visibleTo } from './guardians.policy.ts';
import { and, asc, inArray, isNull, ne, or, sql, eq } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { ValidationError, NotFound } from '#kernel/errors.ts';
import { readPhone } from '#kernel/phone.ts';
import { hasSameName, lockName, type PossibleDuplicate, type NewPerson } from '#features/records/people/duplicates.ts';
import { checkPerson } from '#features/records/people/check-person.ts';
import { inputsOf } from '#kernel/record-fields/derive.ts';
import { guardianFields } from '#features/records/people/people.fields.ts';
import {
  checkedIn,
  groupsOfFields,
  personFields,
  type PersonChecking,
} from '#features/records/people/person-fields.ts';

type CheckGuardianInput = Omit<GuardianFields, 'custom'>;
type General = Omit<CheckGuardianInput, 'religion'>;

type Checking = PersonChecking<CheckGuardianInput, typeof guardians.$inferSelect>;

/** The checked values of a form. */
export async function checkGuardian(
  tx: Tx,
  actor: Actor,
  { institutionId, input, groups, before }: Checking,
): Promise<General & Partial<CheckGuardianInput>> {
  const read = await checkPerson(tx, actor, {
    institutionId,
    input,
    before,
    ...checkedIn(guardianFields, groups),
    hasPlace: true,
  });
  return { ...(ofGroups(input, groups) as General & Partial<CheckGuardianInput>), ...read };
}

/** Locks the guardian's row; NotFound if the actor can't see the guardian. */
export async function lockGuardian(tx: Tx, actor: Actor, guardianId: number) {
  const [row] = await tx
    .select()
    .from(guardians)
    .where(and(visibleTo(actor, guardians), eq(guardians.id, guardianId)))
    .for('no key update');
  if (!row) throw new NotFound('guardian');
  return row;
}

/** Guardians see all of a child's record without a log entry, so no one can make themselves a guardian. */
export function refuseOwnRecord(
  actor: Actor,
  { institutionId, id }: { institutionId: number; id: number },
  field = 'form',
): void {
  if (membershipIn(actor, institutionId)?.guardianIds.includes(id))
    throw new ValidationError(field, 'This is your own record as a guardian. Ask a colleague to do this.');
}

/** The core fields of a guardian's record, as sent by a form. */
export const GuardianFields = z.object({
  ...personFields,
  ...inputsOf(guardianFields),
  custom: customInput,
});
export type GuardianFields = z.infer<typeof GuardianFields>;

const { groupOfField, ofGroups } = groupsOfFields(guardianFields);
export { groupOfField };

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

export const CreateGuardian = GuardianFields.extend({
  institutionId: id,
  /** A photo that was sent before the form. */
  photo: emptyIsNull(id),
  /** The user has confirmed that this is not the existing person with the same name. */
  confirm_alike: checkbox,
});

type Input = z.infer<typeof CreateGuardian>;

/** Adds a guardian who is not linked to a student yet. */
export async function createGuardian(tx: Tx, actor: Actor, { custom, photo, confirm_alike, ...input }: Input) {
  const { institutionId } = input;
  allow(actor, 'guardians.edit', institutionId);
  const bound = await bindPhoto(tx, actor, institutionId, photo);
  const guardian = await insertGuardian(tx, actor, input, confirm_alike, bound);
  const groups = groupsSeen(actor, institutionId, guardianGroups);
  const person = { institutionId, entity: 'guardian' as const, personId: guardian.id, groups, isNew: true };
  await saveValues(tx, actor, person, custom);
  await dropDraft(tx, actor, institutionId, 'guardian:new');
  return guardian;
}

/** Adds the record only. Custom fields follow later, for guardians added with a short form. */
export async function insertGuardian(
  tx: Tx,
  actor: Actor,
  input: Omit<Input, 'custom' | 'photo' | 'confirm_alike'>,
  isConfirmed: boolean,
  photo: Awaited<ReturnType<typeof bindPhoto>> | null = null,
) {
  allow(actor, 'guardians.edit', input.institutionId);
  const { institutionId } = input;
  const groups = groupsSeen(actor, institutionId, guardianGroups);
  const fields = await checkGuardian(tx, actor, { institutionId, input, groups });
  await refuseDuplicateGuardian(tx, actor, { ...fields, institutionId }, isConfirmed);
  const [row] = await tx
    .insert(guardians)
    .values({ ...fields, ...photo, institutionId })
    .returning({ id: guardians.id });
  await record(tx, actor, 'guardians.create', {
    institutionId,
    summary: `added the guardian ${calledGuardian(input)}`,
    subject: { type: 'guardian', id: row!.id },
  });
  return { ...fields, institutionId, id: row!.id };
}

const shown = 5;

/** Guardians with the same telephone first, then those with the same name. */
export async function findDuplicateGuardians(db: Db, actor: Actor, asked: PossibleDuplicate) {
  const { institution_id: institutionId, except, surname, first_name: firstName } = asked;
  const phone = asked.phone && readPhone(asked.phone, membershipIn(actor, institutionId)?.countryId ?? 'NG');
  const samePhone = phone ? or(inArray(guardians.mobile, [phone]), inArray(guardians.phone, [phone])) : undefined;
  const isAlike = or(samePhone, hasSameName(guardians, { surname, firstName }));
  if (!isAlike) return { people: [], isMore: false };
  const hasSamePhone = samePhone ? sql<boolean>`coalesce(${samePhone}, false)` : sql<boolean>`false`;
  const { rows, isMore } = await bounded(shown, (limit) =>
    db
      .select({
        id: guardians.id,
        title: guardians.title,
        surname: guardians.surname,
        firstName: guardians.firstName,
        middleName: guardians.middleName,
        number: sql<string | null>`coalesce(${guardians.mobile}, ${guardians.phone}, ${guardians.email})`,
        hasSamePhone,
      })
      .from(guardians)
      .where(and(visibleTo(actor, guardians, institutionId), except ? ne(guardians.id, except) : undefined, isAlike))
      .orderBy(sql`(${hasSamePhone})::int desc`, asc(guardians.sortName), asc(guardians.id))
      .limit(limit),
  );
  return { people: rows.map((row) => ({ ...row, name: calledGuardian(row), href: `/guardians/${row.id}` })), isMore };
}

type NewGuardian = Omit<NewPerson, 'birthDate'> & Record<'mobile' | 'phone' | 'email', string | null>;

/**
 * Asks for confirmation before a second record with the same name and a shared phone or e-mail, or if neither record has
 * any. Forms sent at once are serialised.
 */
async function refuseDuplicateGuardian(tx: Tx, actor: Actor, person: NewGuardian, isConfirmed: boolean): Promise<void> {
  await tx.execute(lockName(person.institutionId, person));
  if (isConfirmed) return;
  const { mobile, phone, email } = guardians;
  const phones = [person.mobile, person.phone].filter((one) => one !== null);
  const isReachedAlike =
    phones.length || person.email
      ? or(inArray(mobile, phones), inArray(phone, phones), inArray(email, person.email ? [person.email] : []))
      : and(isNull(mobile), isNull(phone), isNull(email));
  const [duplicate] = await tx
    .select({ title: guardians.title, surname: guardians.surname, firstName: guardians.firstName })
    .from(guardians)
    .where(and(visibleTo(actor, guardians, person.institutionId), hasSameName(guardians, person), isReachedAlike))
    .limit(1);
  if (!duplicate) return;
  const shared = phones.length || person.email ? ' with the same phone or e-mail' : '';
  throw new ValidationError(
    'confirm_alike',
    `${calledGuardian(duplicate)} already exists${shared}. If this is a different person, tick “This is a different person” and save again.`,
  );
}
