import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, checkbox } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { offerOf } from '#features/insight/dashlets/show/load-dashlets.ts';
import { backupAge, backupDay } from '#features/insight/dashlets/ready/backup-age.ts';
import { backupFact, readFacts, stepsOf, type Step } from './set-up.card.ts';
import { membershipIn, allow, type Actor, institutionChoice, can } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { dismissedChecklists } from './checklist.schema.ts';
import { page } from '#web/page.ts';
import { eventLabel } from '#kernel/messages/event-labels.ts';
import { fieldsOf, fill } from '#kernel/messages/events.ts';
import { segmentsOf } from '#kernel/messages/segments.ts';
import { allSwitches } from '#kernel/messages/switches.ts';
import { studentAbsent } from '#features/teaching/attendance/attendance.events.ts';
import { saveSwitch } from '#features/messages/contact/notification-settings/save-settings.ts';
import { paymentReceived } from '#features/money/payments/payments.events.ts';
import { resultPublished } from '#features/results/results/results.events.ts';

const View = z.object(viewFields);
const params = z.object({ id });
const config = may('institutions.edit');

/** What is left to set up, and the state of backups. */
export function checklistRoutes(app: App): void {
  app.get('/checklist', { config, schema: { querystring: View } }, async (request, reply) => {
    const props = await request.read(async (db, actor) => {
      const choice = institutionChoice(actor, request.query.institution_id, 'institutions.edit');
      const { institutionId } = choice;
      const [[facts], automatic] = await Promise.all([
        readFacts(db, actor, [institutionId]),
        automaticMessages(db, actor, institutionId),
      ]);
      return {
        ...choice,
        isDismissed: facts!.isDismissed,
        automatic,
        currency: membershipIn(actor, institutionId)!.currency,
        steps: stepsOf(actor, facts!, backupFact(offerOf(request))),
      };
    });
    return reply.page(checklistPage, props);
  });

  app.post('/institutions/:id/checklist/dismiss', { config, schema: { params } }, async (request, reply) => {
    const institutionId = request.params.id;
    await request.write((tx, actor) => dismissChecklist(tx, actor, institutionId, true));
    const undo = { action: `/institutions/${institutionId}/checklist/restore` };
    return reply
      .flash({ message: 'The checklist was dismissed. You can find it under Settings.', tone: 'good', undo })
      .seeOther('/home');
  });

  app.post('/institutions/:id/checklist/restore', { config, schema: { params } }, async (request, reply) => {
    await request.write((tx, actor) => dismissChecklist(tx, actor, request.params.id, false));
    return reply.redirectOrJson('The checklist is on the home page again.', '/home');
  });

  app.post(
    '/institutions/:id/checklist/messages',
    { config: may('contact.switches'), schema: { params, body: SwitchMessage } },
    async (request, reply) => {
      const institutionId = request.params.id;
      const what = await request.write((tx, actor) => switchMessage(tx, actor, institutionId, request.body));
      return reply.flash(`Saved: ${what}.`).seeOther(`/checklist?institution_id=${institutionId}`);
    },
  );

  app.get('/backups', { config: may('accounts.edit') }, async (request, reply) => {
    await request.read(async () => {});
    const { backups } = offerOf(request);
    if (!backups) return reply.page(backupsPage, { backups: null });
    const latest = backups.latest();
    const age = backupAge(latest);
    return reply.page(backupsPage, {
      backups: {
        latest: latest && age ? { day: backupDay(request.actor, latest), age: age.shown, isLate: age.isLate } : null,
        failures: backups.failures(),
      },
    });
  });
}

/** Removes the checklist of an institution from everybody's home page, or puts it back. */
async function dismissChecklist(tx: Tx, actor: Actor, institutionId: number, isDismissed: boolean): Promise<void> {
  allow(actor, 'institutions.edit', institutionId);
  const changed = isDismissed
    ? await tx.insert(dismissedChecklists).values({ institutionId }).onConflictDoNothing()
    : await tx.delete(dismissedChecklists).where(eq(dismissedChecklists.institutionId, institutionId));
  if (!changed.rowCount) return;
  await record(tx, actor, isDismissed ? 'checklist.dismiss' : 'checklist.restore', {
    institutionId,
    summary: isDismissed ? 'dismissed the set-up checklist' : 'restored the set-up checklist',
    subject: { type: 'institution', id: institutionId },
  });
}

interface ChecklistProps {
  institutionId: number;
  /** All institutions whose checklist the viewer can see. */
  institutions: { id: number; name: string }[];
  isDismissed: boolean;
  steps: Step[];
  currency: string;
  /** Null for users who may not switch them. */
  automatic: AutomaticMessage[] | null;
}

export const checklistPage = page<ChecklistProps>('checklist/checklist');

interface BackupsProps {
  /** Null where this server makes no backups. */
  backups: { latest: { day: string; age: string; isLate: boolean } | null; failures: number } | null;
}

export const backupsPage = page<BackupsProps>('checklist/backups');

/** What families ask for first. */
const offered = [paymentReceived, resultPublished, studentAbsent];
const cell = { audience: 'guardian', channel: 'sms' } as const;

export interface AutomaticMessage {
  event: string;
  label: string;
  isOn: boolean;
  parts: number;
  /** Of one message on the cheapest and the dearest network, in minor units; null while a price is missing. */
  price: { from: number; to: number } | null;
}

/** SMS to guardians that can be switched on with one click, and what each message costs; null for users who may not switch. */
export async function automaticMessages(db: Db, actor: Actor, institutionId: number) {
  if (!can(actor, 'contact.switches', institutionId)) return null;
  const school = membershipIn(actor, institutionId)!.name;
  const [switches, [price]] = await Promise.all([
    allSwitches(db, institutionId, offered),
    query<{ from: number | null; to: number | null }>(db)`
      select min(price)::float8 as from, case when bool_and(price is not null) then max(price) end::float8 as to
      from message_prices where institution_id = ${institutionId} and channel = 'sms'`,
  ]);
  return offered.map((event) => {
    const { isOn, text } = switches.get(event.key)!.find(isCell)!;
    const samples = Object.entries(fieldsOf(event, cell.audience)).map(([name, { sample }]) => [name, sample]);
    const { parts } = segmentsOf(fill(text, { ...Object.fromEntries(samples), school }));
    const { from, to } = price!;
    return {
      event: event.key,
      label: eventLabel(event.key),
      isOn,
      parts,
      price: from === null || to === null ? null : { from: from * parts, to: to * parts },
    };
  });
}

const isCell = ({ audience, channel }: { audience: string; channel: string }) =>
  audience === cell.audience && channel === cell.channel;

export const SwitchMessage = z.object({
  event: z.enum(offered.map(({ key }) => key)),
  is_on: checkbox,
});

/** Switches the SMS to guardians, with its text as it is. */
export async function switchMessage(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { event, is_on: isOn }: z.output<typeof SwitchMessage>,
): Promise<string> {
  const { text } = (await allSwitches(tx, institutionId, offered)).get(event)!.find(isCell)!;
  const opened = { is_on: !isOn, text };
  return saveSwitch(tx, actor, offered, { institution_id: institutionId, event, ...cell, is_on: isOn, text, opened });
}
