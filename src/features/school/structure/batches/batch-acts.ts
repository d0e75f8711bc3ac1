import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { findNamed, type BatchAct, type BatchRecord } from './batches.queries.ts';

/** Where a batch leads: by permission from all batches, and teachers from those they teach. */
export function actsOf(actor: Actor, batch: Omit<BatchRecord, 'students'>): BatchAct[] {
  const { id, institutionId, sessionIsCurrent, isLed, hasElectives } = batch;
  const has = (...any: Permission[]) => any.some((one) => can(actor, one, institutionId));
  const may = (all: Permission[], own: Permission[], isOwn = isLed || batch.isTaught) =>
    has(...all) || (isOwn && has(...own));
  const mayWrite = (has('messages.send') && has('students.view')) || may([], ['messages.sendOwn']);
  const seesTimetable = may(['timetable.view', 'timetable.edit', 'timetable.publish'], ['timetable.viewOwn']);
  const takes = may(['attendance.view', 'attendance.take'], ['attendance.viewOwn', 'attendance.takeOwn']);
  const write = `/messages/new?institution_id=${institutionId}&batch=${id}`;
  const acts: [boolean, string, string][] = [
    [may(['marks.view'], ['marks.viewOwn'], isLed), 'Print report cards', `/batches/${id}/report-cards.pdf`],
    [sessionIsCurrent && mayWrite, 'Message the class', write],
    [has('students.edit') && hasElectives, 'Choose electives', `/batches/${id}/electives`],
    [seesTimetable, 'Timetable', `/my-timetable?batch_id=${id}`],
    [takes, 'Monthly register', `/registers/${id}/month`],
  ];
  return acts
    .filter(([isOpen]) => isOpen)
    .map(([, label, href]) => ({ label, href, ...(href.endsWith('.pdf') && { external: true }) }));
}

/** For the palette: batches by their names. If one alone is meant, where it leads follows it. */
export async function searchBatches(db: Db, actor: Actor, q: string) {
  const { rows, isMore } = await findNamed(db, actor, q);
  const exact = rows.filter(({ name }) => name.toLowerCase() === q.toLowerCase());
  const [meant] = rows.length === 1 ? rows : exact.length === 1 ? exact : [];
  // Two schools of a group may give the same name to a class.
  const of = ({ institutionId }: { institutionId: number }) =>
    actor.institutions.length > 1 ? [membershipIn(actor, institutionId)!.shortName] : [];
  const people = rows.flatMap((batch) => [
    { name: batch.name, href: `/batches/${batch.id}`, hint: [batch.program, ...of(batch)].join(' · ') },
    ...(batch === meant ? actsOf(actor, batch) : []).map(({ label, ...act }) => ({
      name: label,
      hint: [batch.name, ...of(batch)].join(' · '),
      ...act,
    })),
  ]);
  return { isMore, people };
}
