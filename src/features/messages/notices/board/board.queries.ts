import { sql, type SQL } from 'drizzle-orm';
import { membershipIn, type Actor, can, type ActorInstitution } from '#kernel/actor.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';
import { type Db, query } from '#kernel/database.ts';
import { plainText } from '#features/school/site/public/markdown-text.ts';
import { onTheBoard } from '../notices.policy.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { NotFound, orNotFound } from '#kernel/errors.ts';
import { markdownHtml } from '#features/school/site/site-fields.ts';

interface BoardNotice {
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
const readBy = (actor: Actor): SQL => sql`exists (select from notice_reads r
  where (r.institution_id, r.notice_id, r.account_id) = (n.institution_id, n.id, ${actor.accountId}::bigint))`;

/** What concerns the actor today: pinned ones first, then the latest. */
export async function boardOf(db: Db, actor: Actor, wanted?: number) {
  const { rows, isMore } = await bounded(
    mostOnBoard,
    (limit) =>
      query<Omit<BoardNotice, 'summary' | 'institution'> & { body: string }>(db)`
      select n.id::bigint, n.institution_id as "institutionId", n.title, n.body, n.from_day::text as day,
        n.until_day::text as until, n.is_pinned as "isPinned", ${readBy(actor)} as "isRead",
        (select count(*) from notice_files f where (f.institution_id, f.notice_id) = (n.institution_id, n.id))::int as files
      from notices n where ${onBoardOf(actor)} and n.institution_id = coalesce(${wanted ?? null}::int, n.institution_id)
      order by n.is_pinned desc, n.from_day desc, n.id desc limit ${limit}`,
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
  }>(db)`select n.id::bigint, n.institution_id as "institutionId", n.title, n.body, n.from_day::text as day, n.author,
    ${filesOf(sql`(n.institution_id, n.id)`)} as files
    from notices n where n.id = ${noticeId}::bigint and ${onBoardOf(actor)}`;
  if (!row) throw new NotFound('notice');
  const { body, ...notice } = row;
  return { ...notice, html: await markdownHtml(body), canEdit: can(actor, 'notices.edit', row.institutionId) };
}

/** The file of a notice that concerns the actor, or that the actor can edit. */
export async function findNoticeFile(db: Db, actor: Actor, noticeId: number, fileId: number) {
  const editable = actor.institutions.filter(({ permissions }) => permissions.has('notices.edit')).map(({ id }) => id);
  const [file] = await query<{ title: string; mediaType: string; size: number; storedAs: string }>(db)`
    select f.title, x.media_type as "mediaType", x.size, x.stored_as as "storedAs"
    from notices n join notice_files f on (f.institution_id, f.notice_id) = (n.institution_id, n.id)
    join files x on (x.institution_id, x.id) = (f.institution_id, f.file_id)
    where n.id = ${noticeId}::bigint and f.id = ${fileId}::bigint
      and (n.institution_id = any (${sql.param(editable)}::int[]) or ${onBoardOf(actor)})`;
  return orNotFound(file, 'file');
}

/*
 * Who is concerned by a notice `n`: the same rule asked in two ways. Students who have left, and their guardians, are
 * not.
 */

const ofDepartment = sql`(n.departments = '{}' or e.department = any (n.departments))`;
const ofClass = sql`s.status in ('active', 'suspended') and s.merged_into_id is null
  and (n.batch_ids = '{}' and n.class_ids = '{}' or s.batch_id = any (n.batch_ids) or s.batch_id in (
    select b.id from batches b where b.institution_id = n.institution_id and b.class_id = any (n.class_ids)))`;

/** The published notices `n` that concern the actor today. Every read of the board starts here. */
export function onBoardOf(actor: Actor): SQL {
  const ways = actor.institutions.flatMap((membership) => {
    const concerned = concernedIn(membership);
    const today = sql`(now() at time zone ${membership.timeZone})::date`;
    return concerned.length === 0
      ? []
      : [
          sql`(n.institution_id = ${membership.id} and n.from_day <= ${today} and (n.until_day is null or n.until_day >= ${today})
            and (${sql.join(concerned, sql` or `)}))`,
        ];
  });
  return ways.length ? sql`n.state = 'published' and (${sql.join(ways, sql` or `)})` : sql`false`;
}

function concernedIn({ isOwner, employeeIds, studentIds, guardianIds }: ActorInstitution): SQL[] {
  const anyOf = (ids: number[]) => sql`any (${sql.param(ids)}::bigint[])`;
  return [
    // Owners without an employee record read what is for all employees.
    ...(isOwner ? [sql`(n.to_employees and n.departments = '{}')`] : []),
    ...(employeeIds.length
      ? [
          sql`(n.to_employees and exists (select from employees e where e.institution_id = n.institution_id
            and e.id = ${anyOf(employeeIds)} and ${ofDepartment}))`,
        ]
      : []),
    ...(studentIds.length
      ? [
          sql`(n.to_students and exists (select from students s where s.institution_id = n.institution_id
            and s.id = ${anyOf(studentIds)} and ${ofClass}))`,
        ]
      : []),
    ...(guardianIds.length
      ? [
          sql`(n.to_guardians and exists (select from student_guardians g
            join students s on (s.institution_id, s.id) = (g.institution_id, g.student_id)
            where g.institution_id = n.institution_id and g.guardian_id = ${anyOf(guardianIds)} and ${ofClass}))`,
        ]
      : []),
  ];
}

export type Reader = 'employee' | 'student' | 'guardian';

/** The accounts that a notice concerns: of all its readers, or of one kind. */
export const accountsConcerned = (institutionId: number, noticeId: number, only: Reader | null = null): SQL => {
  const of = (reader: Reader) => sql`${only === null || only === reader}::boolean`;
  return sql`
  select m.account_id from notices n join memberships m on m.institution_id = n.institution_id and m.suspended_at is null
  join accounts a on a.id = m.account_id and a.disabled_at is null
  where n.institution_id = ${institutionId} and n.id = ${noticeId}::bigint and (
    ${of('employee')} and n.to_employees and m.employee_id is not null and exists (select from employees e
      where (e.institution_id, e.id) = (m.institution_id, m.employee_id) and e.left_on is null and ${ofDepartment})
    or ${of('student')} and n.to_students and m.student_id is not null and exists (select from students s
      where (s.institution_id, s.id) = (m.institution_id, m.student_id) and ${ofClass})
    or ${of('guardian')} and n.to_guardians and m.guardian_id is not null and exists (select from student_guardians g
      join students s on (s.institution_id, s.id) = (g.institution_id, g.student_id)
      where (g.institution_id, g.guardian_id) = (m.institution_id, m.guardian_id) and ${ofClass}))
  group by m.account_id`;
};

/** The students in the classes of a notice, for themselves and their guardians. */
export const studentsConcerned = (institutionId: number, noticeId: number): SQL => sql`
  select s.id from notices n join students s on s.institution_id = n.institution_id
  where n.institution_id = ${institutionId} and n.id = ${noticeId}::bigint and ${ofClass}`;

/** The employees in the departments of a notice. */
export const employeesConcerned = (institutionId: number, noticeId: number): SQL => sql`
  select e.id from notices n join employees e on e.institution_id = n.institution_id
  where n.institution_id = ${institutionId} and n.id = ${noticeId}::bigint and e.left_on is null and ${ofDepartment}`;

export interface LatestNotices {
  rows: Pick<BoardNotice, 'id' | 'institution' | 'title' | 'day' | 'isPinned' | 'isRead' | 'summary'>[];
  unread: number;
}

const shownAtOnce = 3;

/** The start page shows unread notices first, then pinned ones. Others leave it once they are read. */
async function latestNotices(db: Db, actor: Actor, wanted: number | undefined): Promise<LatestNotices | null> {
  const found = await query<LatestNotices['rows'][number] & { institutionId: number; body: string; unread: number }>(
    db,
  )`
    select n.id::bigint, n.institution_id as "institutionId", n.title, n.body, n.from_day::text as day, n.is_pinned as "isPinned",
      r.is_read as "isRead", (count(*) filter (where not r.is_read) over ())::int as unread
    from notices n cross join lateral (select ${readBy(actor)} as is_read) r
    where ${onBoardOf(actor)} and n.institution_id = coalesce(${wanted ?? null}::int, n.institution_id)
      and (not r.is_read or n.is_pinned)
    order by r.is_read, n.is_pinned desc, n.from_day desc, n.id desc limit ${shownAtOnce}`;
  const [first] = found;
  if (!first) return null;
  const isOfSeveral = actor.institutions.length > 1;
  const rows = found.map(({ body, institutionId, unread: _, ...row }) => ({
    ...row,
    institution: isOfSeveral ? membershipIn(actor, institutionId)!.name : null,
    summary: plainText(body, 120),
  }));
  return { rows, unread: first.unread };
}

export const latestCard: HomeCard = { place: 10, may: onTheBoard, component: 'notices/latest', load: latestNotices };
