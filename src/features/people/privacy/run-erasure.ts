import { query, render } from '#kernel/database.ts';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { despiteClosed } from '#kernel/closed-sessions.ts';
import { files } from '#kernel/tables.ts';
import { allContacts, rowsOf, type Erasure } from '#kernel/personal-data/erasure.ts';
import { inWriteOrder, type PersonalDataRegistry, type PersonalTable } from '#kernel/personal-data/personal-data.ts';

/**
 * Walks the declarations of all features: first each collects what can no longer be read afterwards, then its rows are
 * erased, and at last the person is removed from records about others and from the audit log. Returns what the log's entry needs to vouch for the redaction.
 */
export async function runErasure(erasure: Erasure, personalData: PersonalDataRegistry): Promise<object> {
  const tables = personalData.tablesOf(erasure.kind.entity);
  for (const table of tables) {
    await collectFiles(erasure, table);
    await table.collect?.(erasure);
  }
  await despiteClosed(erasure.tx, 'erasure', async () => {
    for (const table of inWriteOrder(tables)) await eraseRows(erasure, table);
    for (const table of tables) await table.eraseMentions?.(erasure);
  });
  return redactLog(erasure);
}

async function collectFiles(erasure: Erasure, table: PersonalTable): Promise<void> {
  for (const column of table.files ?? []) {
    const rows = await query<{ id: string | null }>(
      erasure.tx,
      render(sql`select ${sql.identifier(column)} as id from ${nameOf(table)} where ${rowsOf(erasure, table)}`),
    );
    erasure.found.fileIds.push(...rows.flatMap(({ id }) => (id === null ? [] : [Number(id)])));
  }
}

async function eraseRows(erasure: Erasure, table: PersonalTable): Promise<void> {
  const { erase } = table;
  if (typeof erase === 'function') return erase(erasure);
  if (erase === 'delete') await erasure.tx.execute(sql`delete from ${nameOf(table)} where ${rowsOf(erasure, table)}`);
  else if ('set' in erase) {
    const columns = Object.entries(erase.set).map(
      ([column, value]) => sql`${sql.identifier(column)} = ${inSql(value)}`,
    );
    await erasure.tx.execute(
      sql`update ${nameOf(table)} set ${sql.join(columns, sql`, `)} where ${rowsOf(erasure, table)}`,
    );
  }
}

const nameOf = ({ table }: PersonalTable) =>
  sql.join(
    table.split('.').map((part) => sql.identifier(part)),
    sql`.`,
  );

function inSql(value: SQL | string | null | object): SQL {
  if (value === null || typeof value === 'string') return sql`${value}`;
  return 'queryChunks' in value ? (value as SQL) : sql`${JSON.stringify(value)}`;
}

/** By links alone: a name may be any words. */
async function redactLog(erasure: Erasure): Promise<object> {
  const { tx, institutionId, kind, ids, bearers, found } = erasure;
  const person = {
    subject_type: kind.entity,
    ids,
    accounts: found.leftAccounts,
    erased: found.erasedAccounts,
    messages: found.messages,
    imports: found.imports,
    children: found.children,
    names: bearers,
    contacts: allContacts(erasure),
  };
  const rows = await query<{ redaction: object }>(tx, render)`
    select akada_erase_from_log(${institutionId}, ${JSON.stringify(person)}::jsonb) as redaction`;
  return rows[0]!.redaction;
}

/** Deletes the files that were the person's; a photo that somebody else's record shows after an unmerge stays. */
export async function deleteFiles({ tx, institutionId, kind, found }: Erasure): Promise<string[]> {
  if (found.fileIds.length === 0) return [];
  const gone = await tx
    .delete(files)
    .where(
      and(
        eq(files.institutionId, institutionId),
        inArray(files.id, found.fileIds),
        sql`not exists (select from ${kind.table} p
          where p.institution_id = files.institution_id and files.id in (p.photo_id, p.photo_small_id))`,
      ),
    )
    .returning({ storedAs: files.storedAs });
  return gone.map(({ storedAs }) => storedAs);
}
