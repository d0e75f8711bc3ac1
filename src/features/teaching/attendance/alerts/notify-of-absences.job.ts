import { query, type Database, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { announce } from '#kernel/messages/announce.ts';
import type { MessageEvent } from '#kernel/messages/events.ts';
import { switchesOn } from '#kernel/messages/switches.ts';
import { absenceCorrected, studentAbsent, studentLate } from '../attendance.events.ts';
import { takeCorrected, takeDueMarks } from './remind-of-lessons.ts';
import { remindOfRegisters } from './remind-of-registers.ts';

export const notifyOfAbsencesOften: Job<{ database: Database }> = {
  queue: 'attendance.alerts',
  cron: '*/4 * * * *',
  work: ({ database }, _data, signal) => notifyOfAbsences(database, new Date(), signal),
};

/**
 * Tells guardians of today’s absences and latenesses, and teachers and the office of registers that are missing. Whatever
 * it says is written with the proof that it was said, so that a run that broke off is repeated whole.
 */
export async function notifyOfAbsences(database: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const found = await database.anonymous(
    (tx) => query<{ id: number }>(tx)`select institution_id as id from akada_taking_registers()`,
  );
  for (const { id } of found) {
    if (signal?.aborted) return;
    await database.asSystem([id], (tx) => tellAbsencesOf(tx, id, now));
    await database.asSystem([id], (tx) => remindOfRegisters(tx, id, now));
  }
}

async function tellAbsencesOf(tx: Tx, institutionId: number, now: Date): Promise<void> {
  const since = (event: MessageEvent) => onSince(tx, institutionId, event);
  const corrected = await since(absenceCorrected);
  if (corrected.isOn) {
    const found = await takeCorrected(tx, institutionId, { now, since: corrected.since });
    await announce(
      tx,
      institutionId,
      absenceCorrected,
      found.map(({ studentId, day, ...fields }) => ({ studentId, fields: { ...fields, day: formatDay(day) } })),
    );
  }
  for (const [event, kind] of [
    [studentAbsent, 'absent'],
    [studentLate, 'late'],
  ] as const) {
    const { isOn, since: from } = await since(event);
    if (!isOn) continue;
    const found = await takeDueMarks(tx, institutionId, kind, { now, since: from });
    await announce(
      tx,
      institutionId,
      event,
      found.map(({ studentId, class: batch, day, minutes }) => ({
        studentId,
        fields: { class: batch, day: formatDay(day), ...(minutes !== null && { minutes: String(minutes) }) },
      })),
    );
  }
}

/** What was due before an event was switched on is not told; `since` is null for one that was on from the start. */
async function onSince(tx: Tx, institutionId: number, event: MessageEvent) {
  const on = await switchesOn(tx, institutionId, event);
  const times = on.map((one) => one.onSince);
  return { isOn: on.length > 0, since: times.includes(null) ? null : (times.toSorted()[0] ?? null) };
}
