import { sql } from 'drizzle-orm';
import { type Tx, query } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { queueMessages, reachable, type Outgoing } from '#kernel/messages/queue.ts';
import { isOnARecord, queueForVisitor } from '#kernel/messages/visitor-messages.ts';
import { ownHosts, ownOrigin } from '#features/school/site/own-hosts.ts';
import type { ApplicationState } from './admissions.ts';

interface Told {
  id: number;
  email: string | null;
  phone: string | null;
  /** As the applicant typed it: null until the school has decided on the application or knows the contact. */
  name: string | null;
  number: string | null;
  program: string;
  school: string;
  slug: string | null;
  hosts: string[];
  until: string | null;
  reason: string | null;
  fee: number;
}

/**
 * Tells applicants the state of their applications by e-mail, otherwise by SMS, where the intake says so. `origin` is
 * the product's, for a link to the status page of a site that has no host of its own.
 */
export async function notifyApplicants(
  tx: Tx,
  institutionId: number,
  applicationIds: readonly number[],
  state: ApplicationState,
  origin: string | null,
): Promise<void> {
  const told = await recipients(tx, institutionId, applicationIds, state);
  const messages = messagesTo(told, (one) => sentenceOf(state, one, origin));
  if (!byApplicant.has(state)) return void (await queueMessages(tx, institutionId, messages));
  // One after another, because they count.
  // oxlint-disable-next-line no-await-in-loop
  for (const message of messages) await queueForVisitor(tx, institutionId, message);
}

/** What the applicant does; everything else is done by staff. */
const byApplicant: ReadonlySet<ApplicationState> = new Set(['submitted', 'accepted']);

/** The same for a message of the caller's own, which no setting holds back. */
export async function writeToApplicants(
  tx: Tx,
  institutionId: number,
  applicationIds: readonly number[],
  words: (told: Told) => string,
): Promise<void> {
  const told = await recipients(tx, institutionId, applicationIds, null);
  await queueMessages(tx, institutionId, messagesTo(told, words));
}

const recipients = (tx: Tx, institutionId: number, ids: readonly number[], state: ApplicationState | null) =>
  query<Told>(tx)`
    select a.id, a.email, a.phone, case when a.status not in ('draft', 'submitted')
        or ${isOnARecord(sql`a.institution_id`, sql`coalesce(a.email, a.phone)`)}
        then concat_ws(' ', a.first_name, a.surname) end as name, a.number, p.name as program, n.name as school,
      s.slug, ${ownHosts(sql`a.institution_id`)} as hosts, a.offer_until::text as until, a.close_reason as reason, i.acceptance_fee as fee
    from applications a
    join intakes i on (i.institution_id, i.id) = (a.institution_id, a.intake_id)
    join programs p on (p.institution_id, p.id) = (i.institution_id, i.program_id)
    join institutions n on n.id = a.institution_id
    left join sites s on s.institution_id = a.institution_id
    where a.institution_id = ${institutionId} and a.id = any (${sql.param([...ids])}::bigint[])
      and coalesce(a.email, a.phone) is not null and (${state}::text is null or ${state} = any (i.notifies))
    order by a.id`;

const messagesTo = (rows: Told[], words: (told: Told) => string) =>
  rows.map((told) => ({
    ...reachable(told)!,
    event: 'admissions.application' as const,
    applicationId: Number(told.id),
    subject: `${told.school}: application ${told.number ?? ''}`.trim(),
    body: words(told),
  })) satisfies Outgoing[];

/** 'Ada Obi’s application APP/2026/0001', or without the name where it may not be sent. */
export const applicationOf = ({ name, number }: Pick<Told, 'name' | 'number'>): string =>
  `${name ? `${name}’s` : 'your'} application${number ? ` ${number}` : ''}`;

/** One message, short enough for an SMS where the address allows it. */
function sentenceOf(state: ApplicationState, told: Told, origin: string | null): string {
  const { program, school, until, reason, fee } = told;
  const application = applicationOf(told);
  // What the school has decided names the applicant.
  const name = told.name ?? 'the applicant';
  const words: Partial<Record<ApplicationState, string>> = {
    submitted: `we have received your application ${told.number ?? ''}.`,
    under_review: `${application} for ${program} is under review again.`,
    offered: `${name} has been offered a place in ${program}.${until ? ` Accept it by ${formatDay(until)}.` : ''}${fee > 0 ? ' An acceptance fee is due.' : ''}`,
    waiting_list: `${name} is on the waiting list for ${program}. We will write when a place becomes free.`,
    rejected: `we cannot offer ${name} a place in ${program}.${reason ? ` ${reason}` : ''}`,
    accepted: `thank you for accepting the place in ${program} for ${name}.`,
    admitted: `${name} is now admitted to ${program}. Welcome.`,
    withdrawn: `${application} for ${program} was withdrawn.${reason ? ` ${reason}` : ''}`,
  };
  const address = statusAddress(told, origin);
  return `${school}: ${words[state] ?? `${application} was updated.`}${address ? ` ${address}` : ''}`;
}

/** Where applicants look: on a host of the school's own, if its site has one. Null without a site. */
export const statusAddress = ({ slug, hosts }: Pick<Told, 'slug' | 'hosts'>, origin: string | null): string | null =>
  origin && slug ? `${ownOrigin(hosts, origin)}/sites/${slug}/application` : null;
