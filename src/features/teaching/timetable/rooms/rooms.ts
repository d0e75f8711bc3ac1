import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { allow, institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, isOneOf, type Db, type Tx, hasKey } from '#kernel/database.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { edits } from '#kernel/edit/edit.ts';
import { refuseDuplicate, orNotFound } from '#kernel/errors.ts';
import { choice, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { roomKinds, type RoomKind } from '../timetable.ts';
import { rooms } from '../timetable.schema.ts';

const RoomFields = z.object({
  name: line(60, 'Name'),
  kind: choice(roomKinds),
  seats: emptyIsNull(
    z.coerce
      .number('Enter a number.')
      .int('Enter a whole number.')
      .min(1, 'Enter 1 or more.')
      .max(5000, 'Enter up to 5,000.'),
  ),
});
export const CreateRoom = RoomFields.extend({ institutionId: id });
export const EditRoom = edits(RoomFields);

export interface RoomRow {
  id: number;
  institutionId: number;
  name: string;
  kind: RoomKind;
  seats: number | null;
  isRetired: boolean;
  /** Periods a week in the timetable that is valid today. */
  periods: number;
}

/** Rooms in view, by name; those that are not used any more at the end. */
export const listRooms = (db: Db, actor: Actor, wanted?: number): Promise<RoomRow[]> =>
  query<RoomRow>(db)`
    select r.id::bigint as id, r.institution_id as "institutionId", r.name, r.kind, r.seats, r.retired_at is not null as "isRetired",
        (select coalesce(sum(upper(b.periods) - lower(b.periods)), 0)::int from booked_rooms b
          join timetables t on (t.institution_id, t.id) = (b.institution_id, b.timetable_id)
          where (b.institution_id, b.room_id) = (r.institution_id, r.id) and t.valid_from <= d.today
            and (t.valid_until is null or t.valid_until >= d.today)) as periods
      from rooms r join institutions i on i.id = r.institution_id
      cross join lateral (select (now() at time zone i.time_zone)::date as today) d
      where ${isOneOf(sql`r.institution_id`, institutionsInView(actor, wanted, ...maySeeTimetable))}
      order by r.retired_at is not null, r.name, r.id`;

export async function createRoom(tx: Tx, actor: Actor, input: z.output<typeof CreateRoom>): Promise<number> {
  const { institutionId, name } = input;
  allow(actor, 'timetable.edit', institutionId);
  const [row] = await refuseDuplicate(tx.insert(rooms).values(input).returning({ id: rooms.id }), nameTaken(name));
  await record(tx, actor, 'timetable.createRoom', {
    institutionId,
    summary: `added the room ${name}`,
    subject: { type: 'room', id: row!.id },
    details: input,
  });
  return row!.id;
}

export const editRoom = editRecord({
  action: 'timetable.editRoom',
  type: 'room',
  table: rooms,
  may: 'timetable.edit',
  fields: EditRoom,
  lock: lockRoom,
  taken: ({ values }) => nameTaken(values.name),
  nameOf: ({ values }) => `the room ${values.name}`,
});

/** A room that is not used any more is not chosen for lessons; past timetables keep it. */
export async function retireRoom(tx: Tx, actor: Actor, roomId: number, isRetired: boolean): Promise<string> {
  const { institutionId, name } = await lockRoom(tx, actor, roomId);
  allow(actor, 'timetable.edit', institutionId);
  await tx
    .update(rooms)
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(hasKey(rooms, institutionId, roomId));
  await record(tx, actor, isRetired ? 'timetable.retireRoom' : 'timetable.restoreRoom', {
    institutionId,
    summary: `${isRetired ? 'archived' : 'restored'} the room ${name}`,
    subject: { type: 'room', id: roomId },
  });
  return name;
}

async function lockRoom(tx: Tx, actor: Actor, roomId: number) {
  const [row] = await tx
    .select()
    .from(rooms)
    .where(and(inArray(rooms.institutionId, institutionsWhere(actor, ...maySeeTimetable)), eq(rooms.id, roomId)))
    .for('no key update');
  return orNotFound(row, 'room');
}

export async function findRoom(db: Db, actor: Actor, roomId: number): Promise<RoomRow> {
  const [row] = await query<RoomRow>(db)`
    select id::bigint as id, institution_id as "institutionId", name, kind, seats, retired_at is not null as "isRetired", 0 as periods
      from rooms where ${isOneOf(sql`institution_id`, institutionsWhere(actor, 'timetable.edit'))} and id = ${roomId}`;
  return orNotFound(row, 'room');
}

const nameTaken = (name: string): Record<string, [string, string]> => ({
  rooms_name: ['name', `There is a room named ${name} already. Choose a different name.`],
});
