import { eq, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { choice } from '#kernel/schemas.ts';
import { savedReports } from '../reports.schema.ts';
import { isOrphaned, isShared, visibleTo } from './change-reports.ts';

const isOwn = (actor: Actor) => eq(savedReports.accountId, actor.accountId ?? 0);
const isMayed = (actor: Actor, permission: 'reports.create' | 'reports.share') =>
  isOneOf(savedReports.institutionId, institutionsWhere(actor, permission));

/** Reports and graphs that the actor can run, latest first. */
export const reportList = declareList({
  id: savedReports.id,
  visible: (actor, wanted) => [{ where: visibleTo(actor, wanted) }],
  filters: {
    q: searchIn(savedReports.name, savedReports.description),
    of: filterBy(choice({ mine: 'My reports', shared: 'Shared with me' }), (of, _, { actor }) =>
      of === 'mine' ? isOwn(actor) : sql`not ${isOwn(actor)}`,
    ),
    kind: filterBy(choice({ text: 'Lists', graph: 'Graphs' }), (kind) => eq(savedReports.kind, kind)),
  },
  select: (db, actor) =>
    db
      .select({
        id: savedReports.id,
        institutionId: savedReports.institutionId,
        kind: savedReports.kind,
        name: savedReports.name,
        description: savedReports.description,
        owner: accounts.name,
        isShared,
        isOrphaned,
        isOwn: sql<boolean>`${isOwn(actor)}`,
        subject: sql<string>`${withTable(savedReports.definition)} ->> 'subject'`,
        mayChange: sql<boolean>`(case when ${isOwn(actor)} then ${isMayed(actor, 'reports.create')}
          else ${isMayed(actor, 'reports.share')} end)`,
        mayCopy: sql<boolean>`${isMayed(actor, 'reports.create')}`,
        mayShare: sql<boolean>`${isMayed(actor, 'reports.share')}`,
      })
      .from(savedReports)
      .innerJoin(accounts, eq(accounts.id, savedReports.accountId)),
});
type Row = Awaited<ReturnType<typeof reportList.readPage>>['rows'][number];
/** With what it is about in words. */
export type ReportRowOfList = Omit<Row, 'subject'> & { about: string };
