import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { Audience } from '../audience/audience.ts';
import { audienceOffer } from '../audience/choices.queries.ts';
import { describeAudience } from '../audience/describe.queries.ts';
import { fieldsFor, messageFields, type FieldName, type MessageField } from '../fields/merge-fields.ts';
import { maySend } from '../messages.policy.ts';
import { messageTemplates } from '../messages.schema.ts';
import { draftVersion, visibleTo } from '../sent/find-message.ts';
import { whatsappProvider } from '../whatsapp/approved-templates.ts';
import { startAudience, type Start } from './start.ts';

/** What the page of a new message or a draft offers. */
export async function composePage(db: Db, actor: Actor, start: Start, draftId?: number) {
  const draft = draftId === undefined ? null : await draftOf(db, actor, draftId);
  const [institutionId] = draft ? [draft.institutionId] : institutionsInView(actor, start.institution_id, ...maySend);
  if (institutionId === undefined) throw new NotAllowed();
  const institution = membershipIn(actor, institutionId)!;
  const audience = draft ? Audience.parse(draft.audience) : startAudience(start);
  const template = start.template ? await templateOf(db, institutionId, start.template) : null;
  return {
    institutionId,
    institutions: institutionsInView(actor, undefined, ...maySend).map((one) => ({
      id: one,
      name: membershipIn(actor, one)!.name,
    })),
    currency: institution.currency,
    timeZone: institution.timeZone,
    mayPrice: can(actor, 'sending.settings', institutionId),
    offer: await audienceOffer(db, actor, institutionId),
    // People who were ticked in a list are described; a group, or who is absent, is ticked in the form.
    isGiven: !draft && start.group === undefined && !start.absent && audience !== null,
    draft: draft && {
      id: draft.id,
      version: draft.version,
      channel: draft.channel,
      purpose: draft.purpose,
      subject: draft.subject ?? '',
      body: draft.body,
      template: draft.template,
    },
    template,
    audience,
    audienceWords: audience ? await describeAudience(db, institutionId, audience) : null,
    fields: (['guardians', 'employees'] as const).map((of) => ({
      of,
      fields: offeredFields(actor, institutionId, of),
    })),
    templates: await templatesOf(db, institutionId),
    hasWhatsApp: (await whatsappProvider(db, actor, institutionId)) !== null,
  };
}
export type ComposePage = Awaited<ReturnType<typeof composePage>>;

async function draftOf(db: Db, actor: Actor, draftId: number) {
  const [draft] = await db
    .select({ ...getTableColumns(messages), version: draftVersion })
    .from(messages)
    .where(
      and(
        visibleTo(actor),
        eq(messages.id, draftId),
        eq(messages.state, 'draft'),
        eq(messages.accountId, actor.accountId!),
      ),
    );
  if (!draft) throw new NotFound('draft');
  return draft;
}

/** The fields that the actor can write, for the list of fields. */
export const offeredFields = (actor: Actor, institutionId: number, of: 'guardians' | 'employees') =>
  fieldsFor(of).flatMap((name) => {
    const { label, needs }: MessageField = (messageFields as Record<FieldName, MessageField>)[name];
    return !needs || can(actor, needs, institutionId) ? [{ name, label }] : [];
  });

const templatesOf = async (db: Db, institutionId: number) =>
  (
    await bounded(200, (limit) =>
      db
        .select({
          id: messageTemplates.id,
          name: messageTemplates.name,
          subject: messageTemplates.subject,
          body: messageTemplates.body,
        })
        .from(messageTemplates)
        .where(eq(messageTemplates.institutionId, institutionId))
        .orderBy(asc(messageTemplates.name))
        .limit(limit),
    )
  ).rows;

async function templateOf(db: Db, institutionId: number, templateId: number) {
  const [found] = await db
    .select({ subject: messageTemplates.subject, body: messageTemplates.body })
    .from(messageTemplates)
    .where(and(eq(messageTemplates.institutionId, institutionId), eq(messageTemplates.id, templateId)));
  if (!found) throw new NotFound('template');
  return found;
}
