import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { can, institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { messages } from '#kernel/messages/messages.schema.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { Audience } from '../audience/audience.ts';
import { audienceChoices } from '../audience/choices.queries.ts';
import { describeAudience } from '../audience/describe.queries.ts';
import { fieldsFor, messageFields, type FieldName, type MessageField } from '../fields/merge-fields.ts';
import { maySend, sendsOwnOnly } from '../messages.policy.ts';
import { messageTemplates } from '../messages.schema.ts';
import { visibleTo } from '../sent/find-message.ts';

/** Where the page is opened from: rows of a list by their ids, or the whole list as its address filters it. */
export const StartOfMessage = z.object({
  institution_id: queryParam(id),
  to: z.enum(['guardians', 'students', 'employees']).optional(),
  from: z.enum(['students', 'guardians', 'employees', 'debtors']).optional(),
  /** With commas between them. */
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'Choose at most 500 people, or the whole list.')
    .transform((text) => text.split(',').map(Number))
    .default([]),
  query: z.string().max(2000).optional(),
  template: queryParam(id),
});
type Start = z.infer<typeof StartOfMessage>;

/** What the page of a new message or a draft offers. */
export async function composePage(db: Db, actor: Actor, start: Start, draftId?: number) {
  const draft = draftId === undefined ? null : await draftOf(db, actor, draftId);
  const [institutionId] = draft ? [draft.institutionId] : institutionsInView(actor, start.institution_id, ...maySend);
  if (institutionId === undefined) throw new NotAllowed();
  const isOwn = sendsOwnOnly(actor, institutionId);
  const institution = membershipIn(actor, institutionId)!;
  const audience = draft ? Audience.parse(draft.audience) : startAudience(start);
  const template = start.template ? await templateOf(db, institutionId, start.template) : null;
  return {
    institutionId,
    institutions: institutionsInView(actor, undefined, ...maySend).map((one) => ({
      id: one,
      name: membershipIn(actor, one)!.name,
    })),
    ...{ currency: institution.currency, timeZone: institution.timeZone },
    draft: draft && {
      ...{ id: draft.id, channel: draft.channel, purpose: draft.purpose },
      ...{ subject: draft.subject ?? '', body: draft.body },
    },
    ...{ template, audience, audienceWords: audience ? await describeAudience(db, institutionId, audience) : null },
    fields: (['guardians', 'employees'] as const).map((of) => ({
      of,
      fields: offeredFields(actor, institutionId, of),
    })),
    choices: await audienceChoices(db, actor, institutionId, isOwn),
    templates: await templatesOf(db, institutionId),
    can: {
      employees: !isOwn && can(actor, 'employees.view', institutionId),
      debtors: can(actor, 'fees.view', institutionId),
      all: !isOwn,
      templates: !isOwn,
    },
  };
}
export type ComposePage = Awaited<ReturnType<typeof composePage>>;

async function draftOf(db: Db, actor: Actor, draftId: number) {
  const [draft] = await db
    .select()
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

/** Guardians of the students that were ticked, unless the list is of others. */
function startAudience({ from, to, ids, query }: Start): z.infer<typeof Audience> | null {
  if (!from || (ids.length === 0 && query === undefined)) return null;
  const people = from === 'debtors' ? 'students' : from;
  const of = from === 'students' || from === 'debtors' ? (to ?? 'guardians') : from;
  const rule = ids.length ? { kind: people, ids } : { kind: 'list' as const, people, query: query ?? '' };
  const parsed = Audience.safeParse({
    of,
    by: from === 'debtors' && ids.length === 0 ? debtorsBy(query ?? '') : [rule],
  });
  return parsed.success ? parsed.data : null;
}

/** The filter of the list of balances, as far as recipients can be chosen by it. */
function debtorsBy(query: string) {
  const asked = new URLSearchParams(query);
  const rule = (kind: string) => (asked.get(kind) ? [{ kind, ids: [asked.get(kind)] }] : []);
  return [{ kind: 'debtors', above: Number(asked.get('above') ?? 0) * 100 }, ...rule('batch'), ...rule('class')];
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
