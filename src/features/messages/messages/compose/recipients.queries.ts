import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { askOnce } from '../ask-once.ts';
import { literally } from '#kernel/searchable.ts';
import type { LeftOut } from '../audience/words.ts';
import { ComposeFields } from './compose-fields.ts';
import { toldBy } from './told.ts';

/** A page of those who receive a message, or of those who don't. */
export const AskRecipients = ComposeFields.extend({
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
  reason: LeftOut | null;
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
  const rows = await askOnce<RecipientRow & { total: number; ticked: number }>(
    db,
    sql`with ${query},
    listed as (select *, count(*) over () as total, count(*) filter (where is_ticked) over () as ticked
      from reached where ${mine} ${sql.join(found, sql` `)} order by sort_name, key offset ${after} limit ${pageSize + 1})
    select r.key, r.name, r.children, r.channel, r.reason, r.duplicate_of as "duplicateOf", r.is_ticked as "isTicked",
      case when r.shows_contact and r.channel <> 'notice' then r.address end as address,
      case when r.kind = 'g' then (select concat_ws(' ', s.first_name, s.surname) from students s
        where s.institution_id = ${fields.institution_id} and s.id = r.student_id) end as student,
      r.total::int as total, r.ticked::int as ticked
    from listed r order by r.sort_name, r.key`,
  );
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
