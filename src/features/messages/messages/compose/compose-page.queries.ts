import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { NotAllowed, orNotFound } from '#kernel/errors.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { Audience, Needs, describeAudience } from '../audience/audience.ts';
import { audienceOffer } from '../audience/choices.queries.ts';
import { fieldsFor, messageFields, type FieldName, type MessageField } from '../fields/merge-fields.ts';
import { maySend } from '../messages.policy.ts';
import { messageTemplates } from '../messages.schema.ts';
import { draftVersion, visibleTo } from '../sent/messages.list.ts';
import { whatsappProvider } from '../whatsapp/approved-templates.ts';
import { z } from 'zod';
import { choice, id, idsIn, localMoment, queryParam } from '#kernel/schemas.ts';
import { ChosenTemplate } from '../whatsapp/template.ts';
import { channelLabels, purposeLabels } from './message-labels.ts';

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
    // People who were ticked in a list, or a class, are described; a group, or who is absent, is ticked in the form.
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
  return orNotFound(draft, 'draft');
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
    .where(hasKey(messageTemplates, institutionId, templateId));
  return orNotFound(found, 'template');
}

/** Several typed lines: composed, without control characters. */
export const text = (most: number, name: string) =>
  z
    .string()
    .transform((typed) =>
      typed
        .normalize('NFC')
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n]/gu, ' ')
        .trimEnd(),
    )
    .pipe(z.string().max(most, `${name} can have up to ${most} characters.`));

/** What a message says to whom. */
export const ComposeFields = z.object({
  institution_id: id,
  channel: choice(channelLabels),
  purpose: choice(purposeLabels).default('service'),
  subject: text(200, 'The subject').default(''),
  body: text(5000, 'The text').default(''),
  audience: Audience,
  /** Of WhatsApp; without one, free text goes to people who have just written. */
  template: ChosenTemplate.nullish(),
});
export type ComposeFields = z.infer<typeof ComposeFields>;

/** The same when it is saved or sent. */
export const SaveMessage = ComposeFields.extend({
  /** The draft that it was. */
  id: id.optional(),
  /** Of the draft, as it was opened. */
  version: z.string().max(60).optional(),
  act: z.enum(['draft', 'send', 'later', 'weekly']),
  /** In the institution's time zone. */
  send_at: localMoment.optional(),
  /** What the sender was shown and agreed to. */
  confirmed: z.number().int().min(0).optional(),
  /** Agreed to texts of more than six parts. */
  is_long: z.boolean().default(false),
  /** Over the balance or the budget, by users who may overspend. */
  is_anyway: z.boolean().default(false),
});
export type SaveMessage = z.infer<typeof SaveMessage>;

/** Where a form is opened from: rows of a list by their ids, the whole list as its address filters it, a group, or a class. */
export const StartOfMessage = z.object({
  institution_id: queryParam(id),
  to: z.enum(['guardians', 'students', 'employees']).optional(),
  from: z.enum(['students', 'guardians', 'employees', 'debtors']).optional(),
  /** With commas between them. */
  ids: idsIn(500, 'Choose at most 500 people, or the whole list.').default([]),
  query: z.string().max(2000).optional(),
  /** What the report that they are from reveals of them, with commas between them. */
  needs: z
    .string()
    .transform((text) => text.split(','))
    .pipe(Needs)
    .optional(),
  template: queryParam(id),
  group: queryParam(id),
  batch: queryParam(id),
  /** Students who are absent today. */
  absent: z.literal('today').optional(),
});
export type Start = z.infer<typeof StartOfMessage>;

/** Guardians of the class, or of the students that were ticked, unless the list is of others. */
export function startAudience({ from, to, ids, query, needs, group, batch, absent }: Start): Audience | null {
  if (group !== undefined) return Audience.parse({ of: 'groups', by: [{ kind: 'group', ids: [group] }] });
  if (batch !== undefined) return { of: 'guardians', by: [{ kind: 'batch', ids: [batch] }], without: [] };
  if (absent) return { of: to === 'students' ? to : 'guardians', by: [{ kind: 'absent' }], without: [] };
  if (!from || (ids.length === 0 && query === undefined)) return null;
  const people = from === 'debtors' ? 'students' : from;
  const of = from === 'students' || from === 'debtors' ? (to ?? 'guardians') : from;
  const picked = { kind: people, ids, ...(from !== 'debtors' && query && { query }), ...(needs && { needs }) };
  const parsed = Audience.safeParse({
    of,
    by: [
      ...(from === 'debtors' ? debtorsBy(query ?? '') : []),
      ...(ids.length ? [picked] : from === 'debtors' ? [] : [{ kind: 'list', people, query: query ?? '' }]),
    ],
  });
  return parsed.success ? parsed.data : null;
}

/** The filter of the list of balances, as far as recipients can be chosen by it. */
function debtorsBy(query: string) {
  const asked = new URLSearchParams(query);
  const rule = (kind: string) => (asked.get(kind) ? [{ kind, ids: [asked.get(kind)] }] : []);
  return [{ kind: 'debtors', above: Number(asked.get('above') ?? 0) * 100 }, ...rule('batch'), ...rule('class')];
}
