import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { offerOf } from '#features/insight/dashlets/show/load-dashlets.ts';
import { backupAge, backupDay } from '#features/insight/dashlets/ready/backup-age.ts';
import { automaticMessages, SwitchMessage, switchMessage, type AutomaticMessage } from './automatic-messages.ts';
import { backupFact, readFacts, stepsOf, type Step } from './set-up.card.ts';
import { membershipIn, allow, type Actor, institutionChoice } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { dismissedChecklists } from './checklist.schema.ts';
import { page } from '#web/page.ts';

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
      .flash({ message: 'The checklist was dismissed. You find it under Settings.', tone: 'good', undo })
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
