import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { quietUntil } from '#kernel/messages/quiet-hours.ts';
import { askOnce } from '../ask-once.ts';
import type { LeftOut } from '../audience/words.ts';
import { messageFields, type FieldName } from '../fields/merge-fields.ts';
import type { ComposeFields } from './compose-fields.ts';
import { unreachedStudents } from './let-receive.ts';
import { toldBy } from './told.ts';

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
  leftOut: Partial<Record<LeftOut, number>>;
  /** Whether the sender can let guardians receive SMS, and students for whom that reaches one. */
  canMend: boolean;
  unreached: number;
  /** The calling codes of countries without a price, whose people are left out. */
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
  }>(
    db,
    sql`with ${query}
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
    from told`,
  );
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
