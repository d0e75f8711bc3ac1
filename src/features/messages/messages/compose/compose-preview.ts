import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor, can, membershipIn } from '#kernel/actor.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { setLinks } from '#features/people/guardians/responsibilities.ts';
import { askOnce } from '../ask-once.ts';
import { ComposeFields } from './compose-page.queries.ts';
import type { Audience } from '../audience/audience.ts';
import { audienceQuery } from '../audience/audience-query.ts';
import { compiled, partsOf, sourcesOf, valueOf } from '../fields/compile.ts';
import { readText, readTexts, type ReadText } from '../fields/read-text.ts';
import { withTemplate, type ChosenTemplate } from '../whatsapp/template.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import { sendsOwnOnly } from '../messages.policy.ts';
import { quietUntil } from '#kernel/messages/quiet-hours.ts';
import type { SkipReason } from '../audience/audience-labels.ts';
import { messageFields, type FieldName } from '../fields/merge-fields.ts';

export const LetReceive = ComposeFields.extend({
  /** Of one guardian who is left out. Without it, the first guardian of each student whom no SMS reaches. */
  key: z.string().max(60).optional(),
});

/** Of `chosen`: students none of whose guardians receives SMS, with the first guardian who has a number. */
const unreachedStudents = (institutionId: number): SQL => sql`
  select distinct on (c.student_id) c.student_id, c.guardian_id from chosen c
  join student_guardians l on l.institution_id = ${institutionId} and l.student_id = c.student_id and l.guardian_id = c.guardian_id
  where c.kind = 'g' and c.phone like '+%' and not exists (
    select from student_guardians o where o.institution_id = ${institutionId} and o.student_id = c.student_id and o.receives_sms)
  order by c.student_id, l.position, c.guardian_id`;

/** Lets guardians receive SMS whom a message would leave out, for users who can edit their links. */
export async function letReceive(tx: Tx, actor: Actor, { key, ...fields }: z.infer<typeof LetReceive>) {
  const { institution_id: institutionId } = fields;
  const { query } = await toldBy(tx, actor, fields);
  allow(actor, 'guardians.edit', institutionId);
  const links = await askOnce<{ student: number; guardian: number }>(tx)`with ${query} ${
    key === undefined
      ? sql`select student_id as student, guardian_id as guardian from (${unreachedStudents(institutionId)}) u`
      : sql`select c.student_id as student, c.guardian_id as guardian from reached r
          join chosen c on c.kind = 'g' and c.guardian_id = r.guardian_id and (r.children > 1 or c.student_id = r.student_id)
          where r.key = ${key} and r.reason = 'no_sms'`
  }`;
  // A colleague decides about the own family.
  const own = await ownFamily(tx, actor.accountId, institutionId);
  const others = links.filter(({ student }) => !own.students.has(Number(student)));
  const pairs = JSON.stringify(others);
  return setLinks(
    tx,
    actor,
    institutionId,
    sql`(l.student_id, l.guardian_id) in (select p.student, p.guardian
      from jsonb_to_recordset(${pairs}::jsonb) as p (student bigint, guardian bigint))`,
    { receivesSms: true },
  );
}

interface Told {
  /** `reached` as in audienceQuery, and `told`: its recipients with `subject`, `body`, `template`, `parts`, `price` and `empties`. */
  query: SQL;
  texts: ReturnType<typeof readTexts>;
}

/** The recipients of a message with the text that each gets, as the expressions of a `with`. */
export async function toldBy(db: Db, actor: Actor, composed: ComposeFields): Promise<Told> {
  const fields = withTemplate(composed);
  const { institution_id: institutionId, channel, purpose, audience, template } = fields;
  refuseSending(actor, institutionId, audience);
  const texts = readTexts(actor, institutionId, audience.of, fields);
  const reached = await audienceQuery(db, actor, institutionId, audience, {
    channel,
    purpose,
    perChild: texts.isAboutStudent && audience.of !== 'students',
    isFree: channel === 'whatsapp' && !template,
  });
  const kept = sql`select * from reached where reason is null`;
  const empties = texts.fields.map((name) => sql`case when ${valueOf(name)} = '' then ${name}::text end`);
  return {
    texts,
    query: sql`${reached},
    written as materialized (
      select r.*, ${compiled(texts.subject)} as subject, ${compiled(texts.body)} as body, ${templateOf(template, audience.of)} as template,
        ${empties.length ? sql`array_remove(array[${sql.join(empties, sql`, `)}], null)` : sql`'{}'::text[]`} as empties
      from (${kept}) r ${sourcesOf(institutionId, texts.fields, kept)}),
    told as materialized (
      select c.*, coalesce(c.parts, 1) * c.unit as price from (
        select w.*, case channel when 'sms' then ${partsOfTexts(texts.body)} end as parts from written w) c)`,
  };
}

/** The template with each recipient’s values. */
const templateOf = (template: ChosenTemplate | null, of: Audience['of']): SQL =>
  template
    ? sql`jsonb_build_object('name', ${template.name}::text, 'language', ${template.language}::text, 'values',
        to_jsonb(array[${sql.join(
          template.values.map((value) => compiled(readText(value, 'body', of))),
          sql`, `,
        )}]::text[]))`
    : sql`null::jsonb`;

/** A text without fields is counted once. */
const partsOfTexts = (body: ReadText): SQL =>
  body.fields.length === 0 ? sql`(select ${partsOf(compiled(body))})` : partsOf(sql`w.body`);

/** Refuses users who can't write to such recipients in the institution. */
export function refuseSending(actor: Actor, institutionId: number, { of, by }: Audience, { isDraft = false } = {}) {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  if (!can(actor, 'messages.send', institutionId) && !sendsOwnOnly(actor, institutionId)) throw new NotAllowed();
  if (of === 'employees' && sendsOwnOnly(actor, institutionId))
    throw new NotAllowed('You can write to your own students and their guardians only.');
  if (by.length === 0 && !isDraft) throw new ValidationError('audience', 'Choose the recipients of the message.');
}

export interface NetworkCost {
  channel: 'sms' | 'whatsapp';
  /** Null if the beginning of the number is not known. */
  network: string | null;
  /** The price of a part, or of a message by WhatsApp, in minor units; null if none is entered. */
  unit: number | null;
  recipients: number;
  /** Null for WhatsApp, which has none. */
  parts: number | null;
  price: number | null;
}

export interface Preview {
  recipients: number;
  /** Recipients by channel. */
  channels: Record<string, number>;
  parts: number;
  /** The parts of the longest text. */
  longest: number;
  /** In minor units, without the numbers whose price is not entered. */
  price: number;
  unpriced: number;
  /** The SMS by network and price, and WhatsApp by price, the dearest first. */
  networks: NetworkCost[];
  /** Messages that would stay in the outbox: no provider is on for their channel. */
  kept: number;
  /** Characters of the longest notice. */
  longestNotice: number;
  leftOut: Partial<Record<SkipReason, number>>;
  /** Whether the sender can let guardians receive SMS, and students for whom that reaches one. */
  canMend: boolean;
  unreached: number;
  /** The calling codes of countries without a price, whose people are skipped. */
  noPrice: string[];
  /** Recipients for whom a field is empty. */
  empty: { field: FieldName; label: string; count: number; names: string[] }[];
  /** Guardians of several children in it, who get a message for each if the text names the student. */
  severalChildren: number;
  isPerChild: boolean;
  /** When it leaves, 'HH:MM', if quiet hours are on now. */
  quietUntil: string | null;
}

/** What a message would be: recipients, parts and cost, and whom it leaves out. */
export async function previewOf(db: Db, actor: Actor, fields: ComposeFields): Promise<Preview> {
  const { query, texts } = await toldBy(db, actor, fields);
  const canMend = can(actor, 'guardians.edit', fields.institution_id);
  const [row] = await askOnce<{
    preview: Omit<Preview, 'empty' | 'isPerChild' | 'quietUntil' | 'canMend'> & {
      empty: Record<string, [number, string[]]> | null;
    };
  }>(db)`with ${query}
    select jsonb_build_object(
      'recipients', count(*), 'parts', coalesce(sum(parts), 0), 'longest', coalesce(max(parts), 0),
      'price', coalesce(sum(price), 0), 'unpriced', count(*) filter (where channel in ('sms', 'whatsapp') and unit is null),
      'kept', count(*) filter (where channel <> 'notice' and channel not in (
        select p.channel from message_providers p where p.institution_id = ${fields.institution_id} and p.is_on)),
      'longestNotice', coalesce(max(length(body)) filter (where channel = 'notice'), 0),
      'channels', coalesce((select jsonb_object_agg(channel, n) from (select channel, count(*) as n from told group by 1) x), '{}'),
      'networks', (select coalesce(jsonb_agg(to_jsonb(x) order by price desc nulls last, recipients desc, network), '[]') from (
        select channel, network, unit, count(*) as recipients, sum(parts) as parts, sum(price) as price
        from told where channel in ('sms', 'whatsapp') group by 1, 2, 3) x),
      'leftOut', coalesce((select jsonb_object_agg(reason, n) from (
        select reason, count(*) as n from reached where reason is not null group by 1) x), '{}'),
      'unreached', ${
        canMend
          ? sql`case when exists (select from reached where reason = 'no_sms') then (
              select count(*) from (${unreachedStudents(fields.institution_id)}) u) else 0 end`
          : sql`0`
      },
      'noPrice', (select coalesce(jsonb_agg(distinct akada_calling_code(address)), '[]') from reached where reason = 'no_price'),
      'severalChildren', (select count(*) from (select guardian_id from reached where reason is null and guardian_id is not null
        group by 1 having count(*) > 1 or max(children) > 1) x),
      'empty', (select jsonb_object_agg(field, jsonb_build_array(n, names)) from (
        select e.field, count(*) as n, (array_agg(t.name order by t.sort_name))[1:5] as names
        from told t cross join unnest(t.empties) as e (field) group by 1) x)) as preview
    from told`;
  const { empty, ...preview } = row!.preview;
  return {
    ...preview,
    canMend,
    quietUntil: fields.channel === 'notice' ? null : await quietUntil(db, fields.institution_id),
    isPerChild: texts.isAboutStudent && fields.audience.of !== 'students',
    empty: Object.entries(empty ?? {}).map(([field, [count, names]]) => {
      const name = field as FieldName;
      return { field: name, label: messageFields[name].label, count, names };
    }),
  };
}
