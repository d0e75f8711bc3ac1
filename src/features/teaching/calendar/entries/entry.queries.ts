import { sql } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { today, type Day } from '#kernel/dates.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { institutionsInView } from '#kernel/actor.ts';
import type { EntryAudience, EntryKind } from '../entry-kinds.ts';

export interface EntryRecord {
  id: number;
  institutionId: number;
  kind: EntryKind;
  title: string;
  note: string | null;
  startsOn: Day;
  endsOn: Day;
  startsAt: string | null;
  endsAt: string | null;
  audiences: EntryAudience[];
  classIds: number[];
  holiday: string | null;
  isExpected: boolean;
}

/** An entry as its form shows it. */
export async function findEntry(db: Db, actor: Actor, id: number): Promise<EntryRecord & { closesTaken: false }> {
  const [row] = await query<EntryRecord>(
    db,
    sql`select e.id::int, e.institution_id as "institutionId", e.kind, e.title, e.note, e.starts_on::text as "startsOn",
        e.ends_on::text as "endsOn", to_char(e.starts_at, 'HH24:MI') as "startsAt", to_char(e.ends_at, 'HH24:MI') as "endsAt",
        to_json(e.audiences) as audiences, to_json(e.class_ids) as "classIds", e.holiday, e.is_expected as "isExpected"
      from calendar_entries e
      where e.institution_id = any (${sql.param(institutionsWhere(actor, 'calendar.edit'))}::int[]) and e.id = ${id}::bigint`,
  );
  if (!row) throw new NotFound('calendar entry');
  return { ...row, closesTaken: false };
}

/** What the form of an entry offers. */
export async function entryChoices(db: Db, actor: Actor, institutionId: number) {
  const classes = await query<{ id: number; name: string }>(
    db,
    sql`select c.id::int, c.name from classes c where c.institution_id = ${institutionId} order by c.program_id, c.position, c.id`,
  );
  return { today: today(membershipIn(actor, institutionId)!.timeZone), classes };
}

/** The institution of a new entry: the one in view, else the first whose calendar the actor edits. */
export function chooseEdited(actor: Actor, wanted?: number) {
  const [institutionId] = institutionsInView(actor, wanted, 'calendar.edit');
  if (institutionId === undefined) throw new NotAllowed();
  const institutions = institutionsWhere(actor, 'calendar.edit').map((id) => ({
    id,
    name: membershipIn(actor, id)!.name,
  }));
  return { institutionId, institutions };
}
