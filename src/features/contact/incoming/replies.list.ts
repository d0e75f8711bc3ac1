import { eq, sql } from 'drizzle-orm';
import { withTable } from '#kernel/database/with-table.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { daysBetween, filterBy } from '#kernel/list/filters.ts';
import { searchIn } from '#kernel/list/search.ts';
import { inEachInstitution } from '#kernel/list/visible-parts.ts';
import { choice } from '#kernel/schemas.ts';
import { incomingMessages } from '../contact.schema.ts';
import { incomingKinds } from './incoming-kinds.ts';

const at = withTable(incomingMessages.institutionId);
const address = withTable(incomingMessages.address);

/** What came in by SMS, latest first, with everybody on the records who has the number. */
export const replyList = declareList({
  id: incomingMessages.id,
  visible: inEachInstitution(incomingMessages.institutionId, 'contact.replies'),
  filters: {
    q: searchIn(incomingMessages.address, incomingMessages.body),
    kind: filterBy(choice(incomingKinds), (kind) => eq(incomingMessages.kind, kind)),
    ...daysBetween(incomingMessages.receivedAt),
  },
  select: (db) =>
    db
      .select({
        id: incomingMessages.id,
        institutionId: incomingMessages.institutionId,
        channel: incomingMessages.channel,
        address: incomingMessages.address,
        body: incomingMessages.body,
        kind: incomingMessages.kind,
        isAnswered: incomingMessages.isAnswered,
        receivedAt: sql<string>`to_char(${incomingMessages.receivedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        people: sql<string | null>`(select string_agg(p.name, ', ') from (
          select concat_ws(' ', g.first_name, g.surname) as name from guardians g
            where g.institution_id = ${at} and ${address} in (g.mobile, g.phone) and g.merged_into_id is null
          union select concat_ws(' ', s.first_name, s.surname) from students s
            where s.institution_id = ${at} and ${address} in (s.mobile, s.phone) and s.merged_into_id is null
          union select concat_ws(' ', e.first_name, e.surname) from employees e
            where e.institution_id = ${at} and ${address} in (e.mobile, e.phone) and e.merged_into_id is null) p)`,
        isBlocked: sql<boolean>`exists (select from contact_wishes w where w.institution_id = ${at} and w.address = ${address}
          and w.channel = ${withTable(incomingMessages.channel)} and w.blocks = 'everything' and w.ended_at is null)`,
      })
      .from(incomingMessages),
});
