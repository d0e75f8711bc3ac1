import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList, inEachInstitution } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { contactWishes } from '#kernel/messages/messages.schema.ts';
import { choice } from '#kernel/schemas.ts';
import { blockLabels, wishReasons, wishStates } from './opt-out-labels.ts';

const iso = (column: typeof contactWishes.createdAt | typeof contactWishes.endedAt) =>
  sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Numbers and addresses that want or get no messages, latest first. */
export const wishList = declareList({
  id: contactWishes.id,
  visible: inEachInstitution(contactWishes.institutionId, 'contact.wishes'),
  filters: {
    q: searchIn(contactWishes.address, contactWishes.note),
    state: filterBy(choice(wishStates), (state) =>
      state === 'active' ? isNull(contactWishes.endedAt) : isNotNull(contactWishes.endedAt),
    ),
    reason: filterBy(choice(wishReasons), (reason) => eq(contactWishes.reason, reason)),
    blocks: filterBy(choice(blockLabels), (blocks) => eq(contactWishes.blocks, blocks)),
  },
  select: (db) =>
    db
      .select({
        id: contactWishes.id,
        institutionId: contactWishes.institutionId,
        channel: contactWishes.channel,
        address: contactWishes.address,
        blocks: contactWishes.blocks,
        reason: contactWishes.reason,
        saidBy: contactWishes.saidBy,
        note: contactWishes.note,
        by: accounts.name,
        createdAt: iso(contactWishes.createdAt),
        endedAt: iso(contactWishes.endedAt),
      })
      .from(contactWishes)
      .leftJoin(accounts, eq(accounts.id, contactWishes.accountId)),
});
export type WishRow = Awaited<ReturnType<typeof wishList.readPage>>['rows'][number];
