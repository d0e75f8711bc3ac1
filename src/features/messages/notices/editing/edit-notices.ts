import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Actor, institutionsWhere, can, membershipIn, allow } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, type Db, query, hasKey } from '#kernel/database.ts';
import { NotFound, ValidationError, NotAllowed, orNotFound } from '#kernel/errors.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import { files } from '#kernel/tables.ts';
import { noticeFiles, notices } from '../notices.schema.ts';
import { costOfMany, type CostOfMany, type Many } from '#kernel/messages/announce-to-many.ts';
import { switchesOn, type Switch } from '#kernel/messages/switches.ts';
import { checkCredit, shortage, type Prices } from '#kernel/messages/credit.ts';
import { accountsConcerned, employeesConcerned, studentsConcerned, type Reader } from '../board/board.queries.ts';
import { noticePublished } from '../notices.events.ts';
import { plainText } from '#features/school/site/public/markdown-text.ts';
import { z } from 'zod';
import { checkbox, day, emptyIsNull, id, line, list } from '#kernel/schemas.ts';
import { lines } from '#features/school/site/site-fields.ts';

const maxAttachments = 10;

interface Attachment {
  title: string;
  file: StoredFile & { mediaType: string };
}

/** Attaches a file to a notice. */
export async function attachFile(tx: Tx, actor: Actor, noticeId: number, { title, file }: Attachment): Promise<void> {
  const { institutionId, title: notice } = await lockNotice(tx, actor, noticeId);
  const here = and(eq(noticeFiles.institutionId, institutionId), eq(noticeFiles.noticeId, noticeId));
  if ((await tx.$count(noticeFiles, here)) >= maxAttachments)
    throw new ValidationError('file', `This notice already has ${maxAttachments} attachments. Remove one first.`);
  const fileId = await keepFile(tx, actor, institutionId, { ...file, name: title, purpose: 'notice' });
  await tx.insert(noticeFiles).values({ institutionId, noticeId, fileId, title });
  await record(tx, actor, 'notices.attach', {
    institutionId,
    summary: `attached ${title} to the notice ${notice}`,
    subject: { type: 'notice', id: noticeId },
  });
}

/** Puts another file in the place of an attachment. Returns where the old one is stored, to be deleted after the commit. */
export async function replaceFile(
  tx: Tx,
  actor: Actor,
  { noticeId, id }: { noticeId: number; id: number },
  { title, file }: Attachment,
): Promise<string> {
  const { institutionId, title: notice } = await lockNotice(tx, actor, noticeId);
  const isThis = and(
    eq(noticeFiles.institutionId, institutionId),
    eq(noticeFiles.noticeId, noticeId),
    eq(noticeFiles.id, id),
  );
  const [old] = await tx
    .select({ fileId: noticeFiles.fileId, title: noticeFiles.title })
    .from(noticeFiles)
    .where(isThis);
  if (!old) throw new NotFound('file');
  const fileId = await keepFile(tx, actor, institutionId, { ...file, name: title, purpose: 'notice' });
  await tx.update(noticeFiles).set({ fileId, title }).where(isThis);
  const storedAs = await deleteFile(tx, institutionId, old.fileId);
  await record(tx, actor, 'notices.replaceFile', {
    institutionId,
    summary: `replaced ${old.title} of the notice ${notice}`,
    subject: { type: 'notice', id: noticeId },
  });
  return storedAs;
}

/** Removes an attachment. Returns its title, and where its file is stored, to be deleted after the commit. */
export async function detachFile(tx: Tx, actor: Actor, noticeId: number, id: number) {
  const { institutionId, title: notice } = await lockNotice(tx, actor, noticeId);
  const [gone] = await tx
    .delete(noticeFiles)
    .where(
      and(eq(noticeFiles.institutionId, institutionId), eq(noticeFiles.noticeId, noticeId), eq(noticeFiles.id, id)),
    )
    .returning({ title: noticeFiles.title, fileId: noticeFiles.fileId });
  if (!gone) throw new NotFound('file');
  const storedAs = await deleteFile(tx, institutionId, gone.fileId);
  await record(tx, actor, 'notices.detach', {
    institutionId,
    summary: `removed ${gone.title} from the notice ${notice}`,
    subject: { type: 'notice', id: noticeId },
  });
  return { title: gone.title, storedAs };
}

async function deleteFile(tx: Tx, institutionId: number, fileId: number): Promise<string> {
  const [gone] = await tx
    .delete(files)
    .where(hasKey(files, institutionId, fileId))
    .returning({ storedAs: files.storedAs });
  return gone!.storedAs;
}

const rowFor = (db: Db, actor: Actor, id: number) =>
  db
    .select()
    .from(notices)
    .where(and(inArray(notices.institutionId, institutionsWhere(actor, 'notices.edit')), eq(notices.id, id)));

/** A notice that the actor writes. */
async function findNoticeRow(db: Db, actor: Actor, id: number) {
  const [notice] = await rowFor(db, actor, id);
  return orNotFound(notice, 'notice');
}

export async function lockNotice(tx: Tx, actor: Actor, id: number) {
  const [notice] = await rowFor(tx, actor, id).for('no key update');
  return orNotFound(notice, 'notice');
}

interface Told {
  id: number;
  title: string;
  body: string;
  toEmployees: boolean;
  toStudents: boolean;
  toGuardians: boolean;
}

/** The switches for the readers of a notice. */
export const switchesFor = ({ toEmployees, toStudents, toGuardians }: Told, on: readonly Switch[]): Switch[] => {
  const readers: Reader[] = [
    ...(toEmployees ? (['employee'] as const) : []),
    ...(toStudents ? (['student'] as const) : []),
    ...(toGuardians ? (['guardian'] as const) : []),
  ];
  return on.filter(({ audience }) => readers.includes(audience));
};

/** Whom a notice is written to by SMS and e-mail, and what it says. */
export const readersWrittenTo = (institutionId: number, { id, title, body }: Told, on: Switch[]): Many => ({
  on,
  students: studentsConcerned(institutionId, id),
  employees: employeesConcerned(institutionId, id),
  fields: { title, summary: plainText(body, 200) },
});

/** What must be paid: what is kept costs nothing yet. */
export const priceOf = (costs: CostOfMany[]): Required<Pick<Prices, 'sms'>> => ({
  sms: costs.reduce((sum, { isKept, price }) => sum + (isKept ? 0 : price), 0),
});

type Notice = typeof notices.$inferSelect;

export interface Announcement {
  /** `never` if its last day has passed. */
  when: 'now' | 'later' | 'never';
  /** Users who are notified in the product. */
  users: number;
  /** Its SMS and e-mails were written when it was published before. */
  wasTold: boolean;
  channels: CostOfMany[];
  currency: string;
  /** Why the credit doesn't cover it, in words. */
  shortage: string | null;
  mayOverspend: boolean;
}

/** What publishing a notice would send, from its audience of now. */
export async function announcementOf(tx: Tx, actor: Actor, noticeId: number): Promise<Announcement> {
  const notice = await findNoticeRow(tx, actor, noticeId);
  const { institutionId } = notice;
  const { timeZone, currency } = membershipIn(actor, institutionId)!;
  const today = new Date().toLocaleDateString('en-CA', { timeZone });
  const isOver = notice.untilDay !== null && notice.untilDay < today;
  const wasTold = notice.toldAt !== null;
  const on = isOver ? [] : switchesFor(notice, await switchesOn(tx, institutionId, noticePublished));
  const channels = await writtenCosts(tx, notice, on);
  const prices = priceOf(channels);
  const credit = await checkCredit(tx, institutionId, prices);
  return {
    wasTold,
    channels,
    currency,
    when: isOver ? 'never' : notice.fromDay > today ? 'later' : 'now',
    users: await usersNotified(tx, actor, notice, on),
    shortage: credit.verdict === 'fine' ? null : shortage(credit, prices, currency),
    mayOverspend: can(actor, 'sending.overspend', institutionId),
  };
}

/** What its SMS and e-mails cost, if they are still to be written. */
export const writtenCosts = async (tx: Tx, notice: Notice, on: Switch[]): Promise<CostOfMany[]> =>
  notice.toldAt !== null
    ? []
    : costOfMany(tx, notice.institutionId, noticePublished, readersWrittenTo(notice.institutionId, notice, on));

async function usersNotified(tx: Tx, actor: Actor, { institutionId, id }: Notice, on: Switch[]): Promise<number> {
  const audiences = on.flatMap(({ audience, channel }) => (channel === 'notice' ? [audience] : []));
  if (audiences.length === 0) return 0;
  const accounts = audiences.map((audience) => sql`(${accountsConcerned(institutionId, id, audience)})`);
  const [row] = await query<{ n: number }>(tx)`
    select count(*)::int as n from (${sql.join(accounts, sql` union `)}) a where a.account_id is distinct from ${actor.accountId}::bigint`;
  return row!.n;
}

/** Adds a notice as a draft. */
export async function createNotice(tx: Tx, actor: Actor, input: z.output<typeof CreateNotice>): Promise<number> {
  const { institutionId, ...fields } = input;
  allow(actor, 'notices.edit', institutionId);
  const values = tidied(fields);
  await checkNotice(tx, actor, institutionId, values);
  const [notice] = await tx
    .insert(notices)
    .values({ ...values, institutionId, author: actor.name, accountId: actor.accountId })
    .returning({ id: notices.id });
  await record(tx, actor, 'notices.create', {
    institutionId,
    summary: `added the notice ${values.title}`,
    subject: { type: 'notice', id: notice!.id },
    details: values,
  });
  return notice!.id;
}

export const NoticeFields = z.object({
  title: line(120, 'The title'),
  body: lines(20_000, 'The text'),
  toEmployees: checkbox,
  toStudents: checkbox,
  toGuardians: checkbox,
  batchIds: list(id).refine((ids) => ids.length <= 200, 'Choose up to 200.'),
  classIds: list(id).refine((ids) => ids.length <= 200, 'Choose up to 200.'),
  departments: list(z.string().trim().min(1).max(120)).refine((names) => names.length <= 100, 'Choose up to 100.'),
  fromDay: day,
  untilDay: emptyIsNull(day),
  isPinned: checkbox,
  isPublic: checkbox,
});
export const CreateNotice = NoticeFields.safeExtend({ institutionId: id });

export type NoticeValues = z.output<typeof NoticeFields>;

const ordered = <T extends number | string>(values: T[]): T[] =>
  [...new Set(values)].toSorted((one, other) => (one < other ? -1 : 1));

/** The values in the order in which they are stored, so that an edit changes only what it means to. */
export const tidied = <Values extends Pick<NoticeValues, 'batchIds' | 'classIds' | 'departments'>>(values: Values) => ({
  ...values,
  batchIds: ordered(values.batchIds),
  classIds: ordered(values.classIds),
  departments: ordered(values.departments),
});

/** Refuses an audience of nobody, places of another institution, and days in the wrong order. */
export async function checkNotice(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  values: NoticeValues,
  wasPublic = false,
) {
  if (!values.toEmployees && !values.toStudents && !values.toGuardians)
    throw new ValidationError('toEmployees', 'Choose employees, students or guardians.');
  if (values.untilDay !== null && values.untilDay < values.fromDay)
    throw new ValidationError('untilDay', 'The last day is before the first day.');
  if (values.isPublic && !wasPublic && !can(actor, 'site.edit', institutionId))
    throw new NotAllowed('Only people who can edit the public site can show a notice there.');
  const [found] = await query<{ batches: number; classes: number }>(tx)`select
    (select count(*)::int from batches where institution_id = ${institutionId}
      and id = any (${sql.param(values.batchIds)}::bigint[])) as batches,
    (select count(*)::int from classes where institution_id = ${institutionId}
      and id = any (${sql.param(values.classIds)}::bigint[])) as classes`;
  if (found!.batches < values.batchIds.length) throw new ValidationError('batchIds', 'Choose from the list.');
  if (found!.classes < values.classIds.length) throw new ValidationError('classIds', 'Choose from the list.');
}
