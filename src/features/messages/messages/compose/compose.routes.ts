import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { composePageOf } from '../messages.pages.ts';
import { maySend } from '../messages.policy.ts';
import { approvedTemplates, AskTemplates, whatsappProvider } from '../whatsapp/approved-templates.ts';
import { composePage, ComposeFields, SaveMessage, StartOfMessage } from './compose-page.queries.ts';
import { LetReceive, letReceive, toldBy, previewOf } from './compose-preview.ts';
import { saveMessage } from './save-message.ts';
import { TestMessage, testMessage, AskSample, sampleOf } from './queue-message.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { askOnce } from '../ask-once.ts';
import { literally } from '#kernel/searchable.ts';
import type { SkipReason } from '../audience/audience-labels.ts';

const config = may(...maySend);
const heavy = { ...config, isHeavy: true };

/** Writing a message: to whom, what it says, what it would cost, and sending it. */
export function composeRoutes(app: App): void {
  app.get('/messages/new', { config, schema: { querystring: StartOfMessage } }, async (request, reply) =>
    reply.page(composePageOf, await request.snapshot((tx, actor) => composePage(tx, actor, request.query))),
  );

  app.get('/messages/:id/edit', { config, schema: { params: z.object({ id }) } }, async (request, reply) => {
    const none = StartOfMessage.parse({});
    return reply.page(
      composePageOf,
      await request.snapshot((tx, actor) => composePage(tx, actor, none, request.params.id)),
    );
  });

  // Questions; each a POST, because a text and its recipients are too long for an address.
  app.post('/messages/preview', { config: heavy, schema: { body: ComposeFields } }, async (request, reply) =>
    reply.send(await request.snapshot((tx, actor) => previewOf(tx, actor, request.body))),
  );
  app.post('/messages/recipients', { config: heavy, schema: { body: AskRecipients } }, async (request, reply) =>
    reply.send(await request.snapshot((tx, actor) => recipientsOf(tx, actor, request.body))),
  );
  app.post('/messages/sample', { config: heavy, schema: { body: AskSample } }, async (request, reply) =>
    reply.send({ sample: await request.snapshot((tx, actor) => sampleOf(tx, actor, request.body)) }),
  );

  app.post(
    '/messages/receivers',
    { config: { ...may('guardians.edit'), isHeavy: true }, schema: { body: LetReceive } },
    async (request, reply) => {
      const changed = await request.write((tx, actor) => letReceive(tx, actor, request.body));
      return reply.send({ changed, message: `${countOf(changed, 'guardian')} can now receive SMS.` });
    },
  );

  app.get(
    '/messages/whatsapp-templates',
    { config: heavy, schema: { querystring: AskTemplates } },
    async (request, reply) => {
      const institutionId = request.query.institution_id;
      const found = await request.read((db, actor) => whatsappProvider(db, actor, institutionId));
      return reply.send(await approvedTemplates(app.services, found));
    },
  );

  app.post('/messages/test', { config: { ...heavy, once: true }, schema: { body: TestMessage } }, (request, reply) =>
    reply.once(async (tx, actor) => ({ send: { message: await testMessage(tx, actor, request.body) } })),
  );

  app.post('/messages', { config: { ...heavy, once: true }, schema: { body: SaveMessage } }, (request, reply) =>
    reply.once(async (tx, actor) => ({
      send: await saveMessage(tx, actor, request.body, app.services.environment?.publicUrl ?? null),
    })),
  );
}

/** A page of those who receive a message, or of those who don't. */
const AskRecipients = ComposeFields.extend({
  view: z.enum(['recipients', 'left_out']),
  q: z.string().trim().max(100).default(''),
  /** Rows that are shown already. */
  after: z.number().int().min(0).max(100_000).default(0),
});

export interface RecipientRow {
  key: string;
  name: string;
  /** A guardian's child that it is about. */
  student: string | null;
  children: number;
  channel: string | null;
  /** Null if the actor can't see it. */
  address: string | null;
  reason: SkipReason | null;
  duplicateOf: string | null;
  isTicked: boolean;
}

const pageSize = 50;

/** One page, by name. Rows that were taken out stay in the list of recipients, without a tick. */
export async function recipientsOf(db: Db, actor: Actor, { view, q, after, ...fields }: z.infer<typeof AskRecipients>) {
  const { query } = await toldBy(db, actor, { ...fields, subject: '', body: onlyFieldsOf(fields.body) });
  const mine = view === 'recipients' ? sql`(reason is null or reason = 'taken_out')` : sql`reason not in ('taken_out')`;
  const words = q.split(/\s+/).filter(Boolean).slice(0, 6);
  const found = words.map(
    (word) => sql`and akada_searchable(name) like '%' || akada_searchable(${literally(word)}) || '%'`,
  );
  const rows = await askOnce<RecipientRow & { total: number; ticked: number }>(db)`with ${query},
    listed as (select *, count(*) over () as total, count(*) filter (where is_ticked) over () as ticked
      from reached where ${mine} ${sql.join(found, sql` `)} order by sort_name, key offset ${after} limit ${pageSize + 1})
    select r.key, r.name, r.children, r.channel, r.reason, r.duplicate_of as "duplicateOf", r.is_ticked as "isTicked",
      case when r.shows_contact and r.channel <> 'notice' then r.address end as address,
      case when r.kind = 'g' then (select concat_ws(' ', s.first_name, s.surname) from students s
        where s.institution_id = ${fields.institution_id} and s.id = r.student_id) end as student,
      r.total::int as total, r.ticked::int as ticked
    from listed r order by r.sort_name, r.key`;
  const page = firstOf(rows, pageSize);
  return {
    rows: page.rows.map(({ total: _, ticked: __, ...row }) => row),
    total: rows[0]?.total ?? 0,
    ticked: rows[0]?.ticked ?? 0,
    isMore: page.isMore,
  };
}

/** Who is reached depends on whether the text names the student, not on its words. */
const onlyFieldsOf = (body: string) => (body.match(/\{[^{}\n]{1,60}\}/g) ?? []).join('');
