import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { withParams } from '#ui/href.ts';
import { findNamed } from './batches.queries.ts';
import { offeringsOf, teachersOf } from './undo-offerings.ts';

interface SeenBatch {
  id: number;
  institutionId: number;
  sessionIsCurrent: boolean;
  teachers: readonly { id: number }[];
  offerings: readonly { employeeId: number | null; electiveGroup: string | null }[];
}

export interface BatchAct {
  label: string;
  href: string;
  /** A file. */
  external?: boolean;
}

/** Where a batch leads: by permission from all batches, and teachers from those they teach. */
export function actsOf(actor: Actor, { id, institutionId, sessionIsCurrent, teachers, offerings }: SeenBatch) {
  const has = (...any: Permission[]) => any.some((one) => can(actor, one, institutionId));
  const { employeeIds } = membershipIn(actor, institutionId)!;
  const isLed = teachers.some((teacher) => employeeIds.includes(teacher.id));
  const isTaught = isLed || offerings.some(({ employeeId }) => employeeId !== null && employeeIds.includes(employeeId));
  const to = { institution_id: institutionId, from: 'students', query: `batch=${id}` };
  const acts: [boolean, BatchAct][] = [
    [
      has('marks.view') || (isLed && has('marks.viewOwn')),
      { label: 'Print report cards', href: `/batches/${id}/report-cards.pdf`, external: true },
    ],
    [
      sessionIsCurrent &&
        ((has('messages.send') && has('students.view')) || (isTaught && has('messages.sendOwn', 'messages.send'))),
      { label: 'Message the class', href: withParams('/messages/new', to) },
    ],
    [
      has('students.edit') && offerings.some(({ electiveGroup }) => electiveGroup !== null),
      { label: 'Choose electives', href: `/batches/${id}/electives` },
    ],
    [
      has('timetable.view', 'timetable.edit', 'timetable.publish') || (isTaught && has('timetable.viewOwn')),
      { label: 'Timetable', href: `/my-timetable?batch_id=${id}` },
    ],
    [
      has('attendance.view', 'attendance.take') || (isTaught && has('attendance.viewOwn', 'attendance.takeOwn')),
      { label: 'Monthly register', href: `/registers/${id}/month` },
    ],
  ];
  return acts.filter(([isOpen]) => isOpen).map(([, act]) => act);
}

/** For the palette: batches by their names. If one alone is meant, where it leads follows it. */
export async function foundBatches(db: Db, actor: Actor, q: string) {
  const { rows, isMore } = await findNamed(db, actor, q);
  const [first] = rows;
  const isMeant = first && (rows.length === 1 || first.name.toLowerCase() === q.toLowerCase());
  const [teachers, offerings] = await Promise.all(
    isMeant ? [teachersOf(db, actor, first.id), offeringsOf(db, actor, first.id)] : [[], []],
  );
  const acts = isMeant ? actsOf(actor, { ...first, teachers, offerings }) : [];
  const shown = rows.map(({ id, name, program }) => ({ name, href: `/batches/${id}`, hint: program }));
  const named = acts.map(({ label, ...act }) => ({ name: label, hint: first!.name, ...act }));
  return { isMore, people: [...shown.slice(0, 1), ...named, ...shown.slice(1)] };
}
