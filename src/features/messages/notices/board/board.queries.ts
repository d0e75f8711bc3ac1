import { sql, type SQL } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { markdownHtml } from '#features/school/site/markdown.ts';
import { plainText } from '#features/school/site/public/markdown-text.ts';
import { onBoardOf } from './audience.ts';

export interface BoardNotice {
  id: number;
  institutionId: number;
  /** For users of several institutions. */
  institution: string | null;
  title: string;
  day: string;
  until: string | null;
  isPinned: boolean;
  isRead: boolean;
  files: number;
  summary: string;
}

const mostOnBoard = 100;
export const readBy = (actor: Actor): SQL => sql`exists (select from notice_reads r
  where (r.institution_id, r.notice_id, r.account_id) = (n.institution_id, n.id, ${actor.accountId}::bigint))`;

/** What concerns the actor today: pinned ones first, then the latest. */
export async function boardOf(
  db: Db,
  actor: Actor,
  wanted?: number,
): Promise<{ rows: BoardNotice[]; isMore: boolean }> {
  const { rows, isMore } = await bounded(mostOnBoard, (limit) =>
    query<Omit<BoardNotice, 'summary' | 'institution'> & { body: string }>(
      db,
      sql`select n.id::int, n.institution_id as "institutionId", n.title, n.body, n.from_day::text as day,
          n.until_day::text as until, n.is_pinned as "isPinned", ${readBy(actor)} as "isRead",
          (select count(*) from notice_files f where (f.institution_id, f.notice_id) = (n.institution_id, n.id))::int as files
        from notices n where ${onBoardOf(actor)} and n.institution_id = coalesce(${wanted ?? null}::int, n.institution_id)
        order by n.is_pinned desc, n.from_day desc, n.id desc limit ${limit}`,
    ),
  );
  const isOfSeveral = actor.institutions.length > 1;
  const shown = rows.map(({ body, ...row }) => ({
    ...row,
    institution: isOfSeveral ? membershipIn(actor, row.institutionId)!.name : null,
    summary: plainText(body, 220),
  }));
  return { rows: shown, isMore };
}

export interface NoticeFile {
  id: number;
  title: string;
  mediaType: string;
  size: number;
}

export const filesOf = (of: SQL): SQL => sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title,
    'mediaType', x.media_type, 'size', x.size) order by f.id)
  from notice_files f join files x on (x.institution_id, x.id) = (f.institution_id, f.file_id)
  where (f.institution_id, f.notice_id) = ${of}), '[]')`;

/** A notice as those concerned read it. */
export async function openOnBoard(db: Db, actor: Actor, noticeId: number) {
  const [row] = await query<{
    id: number;
    institutionId: number;
    title: string;
    body: string;
    day: string;
    author: string;
    files: NoticeFile[];
  }>(
    db,
    sql`select n.id::int, n.institution_id as "institutionId", n.title, n.body, n.from_day::text as day, n.author,
      ${filesOf(sql`(n.institution_id, n.id)`)} as files
      from notices n where n.id = ${noticeId}::bigint and ${onBoardOf(actor)}`,
  );
  if (!row) throw new NotFound('notice');
  const { body, ...notice } = row;
  return { ...notice, html: await markdownHtml(body), canEdit: can(actor, 'notices.edit', row.institutionId) };
}

/** The file of a notice that concerns the actor, or that the actor can edit. */
export async function findNoticeFile(db: Db, actor: Actor, noticeId: number, fileId: number) {
  const editable = actor.institutions.filter(({ permissions }) => permissions.has('notices.edit')).map(({ id }) => id);
  const [file] = await query<{ title: string; mediaType: string; size: number; storedAs: string }>(
    db,
    sql`select f.title, x.media_type as "mediaType", x.size, x.stored_as as "storedAs"
      from notices n join notice_files f on (f.institution_id, f.notice_id) = (n.institution_id, n.id)
      join files x on (x.institution_id, x.id) = (f.institution_id, f.file_id)
      where n.id = ${noticeId}::bigint and f.id = ${fileId}::bigint
        and (n.institution_id = any (${sql.param(editable)}::int[]) or ${onBoardOf(actor)})`,
  );
  if (!file) throw new NotFound('file');
  return file;
}
