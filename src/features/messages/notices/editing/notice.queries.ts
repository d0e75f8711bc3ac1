import { sql } from 'drizzle-orm';
import { institutionsWhere, membershipIn, can, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { type Db, query } from '#kernel/database.ts';
import { orNotFound } from '#kernel/errors.ts';
import { markdownHtml } from '#features/school/site/site-fields.ts';
import { filesOf, type NoticeFile, accountsConcerned } from '../board/board.queries.ts';
import type { NoticeValues } from './edit-notices.ts';
import type { ShownState } from './notices.list.ts';

export interface NoticeRecord extends NoticeValues {
  id: number;
  institutionId: number;
  state: ShownState;
  author: string;
  publishedAt: string | null;
  announcedAt: string | null;
  batches: string[];
  classes: string[];
  files: NoticeFile[];
}

const mostReaders = 500;

/** A notice as its editors see it. */
export async function findNotice(db: Db, actor: Actor, noticeId: number): Promise<NoticeRecord> {
  const [row] = await query<NoticeRecord>(db)`
    select n.id::bigint, n.institution_id as "institutionId", n.title, n.body, n.to_employees as "toEmployees",
    n.to_students as "toStudents", n.to_guardians as "toGuardians", to_json(n.batch_ids) as "batchIds",
    to_json(n.class_ids) as "classIds", n.departments, n.from_day::text as "fromDay", n.until_day::text as "untilDay",
    n.is_pinned as "isPinned", n.is_public as "isPublic", n.author, to_jsonb(n.published_at) #>> '{}' as "publishedAt",
    to_jsonb(n.announced_at) #>> '{}' as "announcedAt",
    case when n.state <> 'published' then n.state when n.from_day > d.today then 'coming' when n.until_day < d.today then 'ended'
      else 'shown' end as state,
    array(select b.name from batches b where b.institution_id = n.institution_id and b.id = any (n.batch_ids) order by b.name) as batches,
    array(select c.name from classes c where c.institution_id = n.institution_id and c.id = any (n.class_ids) order by c.name) as classes,
    ${filesOf(sql`(n.institution_id, n.id)`)} as files
    from notices n join institutions i on i.id = n.institution_id
    cross join lateral (select (now() at time zone i.time_zone)::date as today) d
    where n.institution_id = any (${sql.param(institutionsWhere(actor, 'notices.edit'))}::int[]) and n.id = ${noticeId}::bigint`;
  return orNotFound(row, 'notice');
}

export interface Reader {
  id: number;
  name: string;
  readAt: string | null;
}

/** Who is concerned by a notice, and who of them has read it. */
async function readersOf(db: Db, institutionId: number, noticeId: number) {
  const [[counted], readers] = await Promise.all([
    query<{ concerned: number; read: number }>(db)`select count(*)::int as concerned, count(r.account_id)::int as read
      from (${accountsConcerned(institutionId, noticeId)}) c
      left join notice_reads r on r.institution_id = ${institutionId} and r.notice_id = ${noticeId}::bigint
        and r.account_id = c.account_id`,
    bounded(
      mostReaders,
      (limit) =>
        query<Reader>(db)`select a.id::bigint, a.name, to_jsonb(r.read_at) #>> '{}' as "readAt"
        from (${accountsConcerned(institutionId, noticeId)}) c join accounts a on a.id = c.account_id
        left join notice_reads r on r.institution_id = ${institutionId} and r.notice_id = ${noticeId}::bigint
          and r.account_id = c.account_id
        order by r.read_at desc nulls last, a.name, a.id limit ${limit}`,
    ),
  ]);
  return { ...counted!, readers: readers.rows, isMore: readers.isMore };
}

export async function noticePageProps(db: Db, actor: Actor, noticeId: number) {
  const notice = await findNotice(db, actor, noticeId);
  const { body, ...shown } = notice;
  const [html, reading] = await Promise.all([markdownHtml(body), readersOf(db, notice.institutionId, noticeId)]);
  return { notice: shown, html, ...reading };
}

/** What the form of a notice offers. */
export async function noticeFormChoices(db: Db, actor: Actor, institutionId: number) {
  const here = membershipIn(actor, institutionId)!;
  const [choices] = await query<{
    today: string;
    batches: { id: number; name: string }[];
    classes: { id: number; name: string }[];
    departments: string[];
  }>(db)`select (now() at time zone ${here.timeZone})::date::text as today,
    (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) order by b.name), '[]') from batches b
      join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current
      where b.institution_id = ${institutionId} and b.closed_at is null) as batches,
    (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.program_id, c.position), '[]')
      from classes c where c.institution_id = ${institutionId}) as classes,
    array(select name from departments where institution_id = ${institutionId} group by name order by min(position), name) as departments`;
  return { ...choices!, canPublish: can(actor, 'site.edit', institutionId) };
}
