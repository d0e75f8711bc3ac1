import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { allow, can, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { type Tx, query } from '#kernel/database.ts';
import { changesBetween, type Changes } from '#kernel/edit/changes.ts';
import { updateChanged } from '#kernel/edit/edit-record.ts';
import { Conflict } from '#kernel/errors.ts';
import { nameOfPerson, type LockedPerson, type PersonKind } from '#kernel/personal-data/person-kind.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { accountName } from '#kernel/account-name.ts';
import { queueMessages } from '#kernel/messages/queue.ts';
import { notify } from '#kernel/notify.ts';
import { ownerColumn } from '#kernel/personal-data/named-by.ts';
import type { Entity } from '#kernel/personal-data/entity.ts';

/** Where messages, answers and codes go: changed by two people once the person signs in (decision 0070). */
export const contactColumns = ['phone', 'mobile', 'email'] as const;

/**
 * Whether somebody signs in with the record. An invitation that is open, or a disabled account, does not count. The
 * names of its tables are not those of the queries around it.
 */
export const signsIn = (entity: Entity, institution: SQL, id: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from memberships own join accounts login on login.id = own.account_id
    join credentials pass on pass.account_id = login.id
    where own.institution_id = ${institution} and own.${ownerColumn(entity)} = ${id}
      and login.disabled_at is null and pass.password_hash is not null)`;

const words = { phone: 'phone', mobile: 'mobile', email: 'e-mail' };
const Contacts = z.partialRecord(z.enum(contactColumns), z.string().nullable());

/** The name of the request, for pages that show what waits. */
export const contactsChange = ({ people }: PersonKind) => ({ kind: `${people}.changeContacts` });

/** A second person, who may edit such records and is not of the family, agrees to the contacts of somebody who signs in. */
export const contactsApproval = (kind: PersonKind) =>
  approvalKind({
    ...contactsChange(kind),
    label: 'Contacts',
    permission: kind.edit,
    payload: z.object({ personId: z.number(), contacts: Contacts, before: Contacts }),
    async act(tx, asker, { personId, contacts, before }) {
      const person = await kind.lock(tx, asker, personId);
      const { institutionId } = person;
      allow(asker, kind.edit, institutionId);
      const now = person as unknown as Record<string, unknown>;
      if (Object.entries(before).some(([column, value]) => now[column] !== value))
        throw new Conflict(
          'These contacts have been changed since. Decline this request, then make the change again if it is still needed.',
        );
      await updateChanged(tx, kind.table, person, contacts);
      const name = nameOfPerson(kind, person);
      await record(tx, asker, `${kind.people}.edit`, {
        institutionId,
        summary: `changed the ${listed(contacts)} of ${name}`,
        subject: { type: kind.entity, id: personId },
        details: { changes: changesBetween(before, contacts) },
      });
      return {
        message: `The ${listed(contacts)} of ${name} ${Object.keys(contacts).length > 1 ? 'were' : 'was'} changed.`,
      };
    },
    details: (reader, { contacts, before }, institutionId) =>
      can(reader, kind.edit, institutionId)
        ? [
            ...columnsOf(contacts).map((column): [string, string] => [
              `New ${words[column]}`,
              `${contacts[column] ?? 'None'} (now ${before[column] ?? 'none'})`,
            ]),
            [
              'Why approval is needed',
              'This person has an account, and messages and answers by SMS go to these contacts. Check with the person through the old contact.',
            ],
          ]
        : [],
  });

/** In their own order: the database keeps another. */
const columnsOf = (contacts: object) => contactColumns.filter((column) => Object.hasOwn(contacts, column));

const listed = (contacts: object) =>
  columnsOf(contacts)
    .map((column) => words[column])
    .join(' and ');

/**
 * Takes new contacts out of the changes to a record if its person signs in, and asks a second person for them. Nothing
 * else decides this: forms, merges and imports come here or to `signsIn`.
 */
export async function askForContacts(
  tx: Tx,
  actor: Actor,
  kind: PersonKind,
  person: LockedPerson & { title?: string | null },
  changes: Changes,
): Promise<{ changes: Changes; requested: Requested | null }> {
  const { institutionId, id: personId } = person;
  const wanted = contactColumns.filter((column) => changes[column] && !isSame(changes[column]));
  if (wanted.length === 0 || !(await isSigningIn(tx, kind, person))) return { changes, requested: null };
  const of = (side: 'from' | 'to') =>
    Object.fromEntries(wanted.map((column) => [column, (changes[column]![side] ?? null) as string | null]));
  const contacts = of('to');
  const requested = await requestApproval(tx, actor, contactsApproval(kind), {
    institutionId,
    subject: { type: kind.entity, id: personId },
    about: 'contacts',
    payload: { personId, contacts, before: of('from') },
    summary: `change the ${listed(contacts)} of ${nameOfPerson(kind, person)}, who has an account`,
  });
  await notifyPerson(tx, actor, kind, person, listed(contacts));
  const rest = Object.entries(changes).filter(([field]) => !(wanted as string[]).includes(field));
  return { changes: Object.fromEntries(rest), requested };
}

/** Other capitals are the same mailbox. */
const isSame = ({ from, to }: Changes[string]) => String(from ?? '').toLowerCase() === String(to ?? '').toLowerCase();

async function isSigningIn(tx: Tx, { entity }: PersonKind, { institutionId, id }: LockedPerson): Promise<boolean> {
  const [found] = await query<{ signsIn: boolean }>(tx)`
    select ${signsIn(entity, sql`${institutionId}::int`, sql`${id}::bigint`)} as "signsIn"`;
  return found!.signsIn;
}

/** What a form says once it is saved. */
export const savedMessage = (requested: Requested | null): string =>
  requested
    ? `The record is saved, except the new phone or e-mail: this person has an account. ${requested.message}`
    : 'The record is saved.';

/** In the product and over the contacts of the account, which the change does not touch. */
async function notifyPerson(
  tx: Tx,
  actor: Actor,
  { entity }: PersonKind,
  { institutionId, id }: LockedPerson,
  what: string,
): Promise<void> {
  const accounts = await query<{ id: number; email: string | null; phone: string | null }>(tx)`
    select distinct a.id, a.email, a.phone from memberships m join accounts a on a.id = m.account_id
    where m.institution_id = ${institutionId} and m.${ownerColumn(entity)} = ${id} and a.disabled_at is null
      and a.id <> ${actor.accountId} order by a.id`;
  const title = `${accountName(actor)} wants to change the ${what} on your record`;
  const body = 'A colleague has to approve it first. If it isn’t right, tell the school now.';
  await notify(tx, {
    institutionId,
    to: accounts.map((account) => Number(account.id)),
    kind: 'security.contact',
    title,
    body,
    href: '/account',
  });
  await queueMessages(
    tx,
    institutionId,
    accounts.flatMap(({ id: accountId, email, phone }) => {
      const message = {
        subject: title,
        body: `${title}. ${body}`,
        event: 'accounts.security',
        accountId: Number(accountId),
      };
      return [
        ...(email ? [Object.assign({ channel: 'email' as const, recipient: email }, message)] : []),
        ...(phone ? [Object.assign({ channel: 'sms' as const, recipient: phone }, message)] : []),
      ];
    }),
  );
}
