import type pg from 'pg';

export interface Change {
  table: string;
  kind: 'INSERT' | 'UPDATE' | 'DELETE';
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/**
 * Has the database write down every row that a committed transaction changed: a trigger's entry goes the way of its
 * transaction, so what was rolled back is not in it.
 */
export async function installJournal(client: pg.Client): Promise<void> {
  await client.query(`
    create table attack_journal (id bigint generated always as identity primary key, at_table text, kind text, old_row jsonb, new_row jsonb);
    create function attack_note() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into attack_journal (at_table, kind, old_row, new_row) values (tg_table_name, tg_op,
        case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$;
    do $$ declare t text; begin
      for t in select table_name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('attack_journal', 'akada_migrations') loop
        execute format('create trigger attack_note after insert or update or delete on %I for each row execute function attack_note()', t);
      end loop;
    end $$;`);
}

/** What has changed since the last look. */
export async function readJournal(client: pg.Client): Promise<Change[]> {
  const { rows } = await client.query<{
    id: string;
    at_table: string;
    kind: Change['kind'];
    old_row: Change['before'];
    new_row: Change['after'];
  }>({
    // Asked behind every request: named, it is planned once.
    name: 'attack_journal',
    text: 'delete from attack_journal returning id, at_table, kind, old_row, new_row',
  });
  return rows
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map(({ at_table, kind, old_row, new_row }) => ({ table: at_table, kind, before: old_row, after: new_row }))
    .filter((change) => !isHousekeeping(change));
}

/** When a session was last seen is noted on any request, and a try at a door is counted whether it opens or not. */
function isHousekeeping({ table, before, after }: Change): boolean {
  if (table === 'throttles') return true;
  const counted = { sessions: 'last_seen_at', one_time_tokens: 'attempts' }[table];
  if (!counted || !before || !after) return false;
  return JSON.stringify({ ...before, [counted]: 0 }) === JSON.stringify({ ...after, [counted]: 0 });
}
