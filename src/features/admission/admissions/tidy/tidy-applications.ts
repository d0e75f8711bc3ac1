import { sql, type SQL } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Database, type Tx, query } from '#kernel/database.ts';
import { discardAll, type Files } from '#kernel/files.ts';
import { countOf } from '#ui/format.ts';

/** How long an unsent draft is kept, from its start. */
const draftDays = 90;
/** How long rejected and withdrawn applications are kept, from that day. */
const closedDays = 730;

/** Few at a time, so that nobody waits long for them. */
const applicationsPerTransaction = 200;

/** Removes what was kept for long enough: drafts, and everything personal about closed applications. */
export async function tidyApplications(database: Database, files: Files): Promise<void> {
  const rows = await database.anonymous(
    (tx) =>
      query<{ id: number }>(tx, render)`
      select institution_id as id from akada_applications_to_tidy(${draftDays}, ${closedDays})`,
  );
  for (const { id } of rows)
    for (;;) {
      const { count, stored } = await database.asSystem([id], (tx) => tidySome(tx, id));
      await discardAll(files, stored);
      if (count < applicationsPerTransaction) break;
    }
}

/** Tidies the first of an institution; returns how many, and the files that are no longer recorded. */
async function tidySome(tx: Tx, institutionId: number): Promise<{ count: number; stored: string[] }> {
  const due = await query<{ id: number; isDraft: boolean }>(tx)`
    select id, status = 'draft' as "isDraft" from applications
    where institution_id = ${institutionId} and anonymised_at is null
      and ((status = 'draft' and started_at < now() - make_interval(days => ${draftDays}))
        or (status in ('rejected', 'withdrawn') and closed_at < now() - make_interval(days => ${closedDays})))
    order by id limit ${applicationsPerTransaction} for no key update skip locked`;
  if (due.length === 0) return { count: 0, stored: [] };
  const ids = due.map(({ id }) => Number(id));
  const ofThese = sql`institution_id = ${institutionId} and application_id = any (${sql.param(ids)}::bigint[])`;
  const fileIds = await query<{ id: number }>(tx)`
    with papers as (delete from application_papers where ${ofThese} returning file_id)
    select file_id as id from papers union all
    select unnest(array_remove(array[photo_id, photo_small_id], null)) from applications
    where institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[])`;
  for (const table of ['application_notes', 'application_tasks'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where ${ofThese}`);
  const redaction = await forget(tx, institutionId, ids);
  const gone = await query<{ stored: string }>(tx)`delete from files where institution_id = ${institutionId}
    and id = any (${sql.param(fileIds.map(({ id }) => Number(id)))}::bigint[]) returning stored_as as stored`;
  await record(tx, systemActor(institutionId, 'Akada'), 'admissions.tidy', {
    institutionId,
    summary: `removed the personal data of ${countOf(ids.length, 'application')} whose retention period has ended`,
    details: { drafts: due.filter(({ isDraft }) => isDraft).length, redaction },
  });
  return { count: ids.length, stored: gone.map(({ stored }) => stored) };
}

/** Deletes drafts that nothing refers to, and leaves of the others what is counted. */
async function forget(tx: Tx, institutionId: number, ids: number[]): Promise<object> {
  const these = sql`institution_id = ${institutionId} and id = any (${sql.param(ids)}::bigint[])`;
  const messages = await eraseMessagesOf(
    tx,
    sql`select institution_id, id, started_at from applications where ${these}`,
  );
  const none = { accounts: [], erased: [], imports: [], children: [], names: [], contacts: [] };
  const [log] = await query<{ redaction: object }>(tx)`
    select akada_erase_from_log(${institutionId}, ${JSON.stringify({ subject_type: 'application', ids, messages, ...none })}::jsonb)
    as redaction`;
  await tx.execute(sql`
    update applications set surname = 'Record', first_name = 'Erased', middle_name = null, gender = null, birth_date = null,
      phone = null, email = null, answers = '{}', photo_id = null, photo_small_id = null, close_reason = null,
      code_hash = sha256(gen_random_uuid()::text::bytea), anonymised_at = now()
    where ${these}`);
  // A draft that was paid for stays, without its answers, as long as the books.
  await tx.execute(sql`
    delete from applications where ${these} and status = 'draft' and pin_id is null and fee_paid_at is null`);
  return log!.redaction;
}

/**
 * Erases what was sent about these applications. Before messages named their application, the one with the code was
 * written in the transaction that started it. Returns the ids, for the log.
 */
export async function eraseMessagesOf(tx: Tx, applications: SQL): Promise<number[]> {
  const rows = await query<{ id: number }>(tx)`
    update outbox o set recipient = 'erased', subject = null, body = 'This message has been erased.', key_kind = null,
      failure = null
    from (
      select m.institution_id, m.id from (${applications}) a
      join outbox m on (m.institution_id, m.application_id) = (a.institution_id, a.id)
      union
      select m.institution_id, m.id from (${applications}) a
      join outbox m on m.institution_id = a.institution_id and m.key_kind = 'application' and m.created_at = a.started_at
    ) gone
    where (o.institution_id, o.id) = (gone.institution_id, gone.id)
    returning o.id`;
  return rows.map(({ id }) => Number(id));
}
