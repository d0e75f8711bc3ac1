import { can, institutionsInView } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { expiringWork } from '#features/records/people/documents/expiring-count.ts';
import { expiringDocuments } from './expiring-documents.ts';
import { duplicateGroups } from './possible-duplicates.ts';
import { countUnassigned, unassignedStudents } from './unassigned.queries.ts';

const unassigned: WaitingWork = {
  place: 35,
  may: ['students.assignBatch'],
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'students.assignBatch').filter((id) =>
      can(actor, 'students.view', id),
    );
    return waitingItem(await countUnassigned(db, ids), {
      one: 'student without a class arm',
      many: 'students without a class arm',
      href: unassignedStudents,
      action: 'Assign',
    });
  },
};

const duplicates: WaitingWork = {
  place: 80,
  may: ['people.merge'],
  async load(db, actor, wanted) {
    const [first] = await duplicateGroups(db, actor, wanted);
    return waitingItem(first?.all ?? 0, {
      one: 'student who may be on record twice',
      many: 'students who may be on record twice',
      href: `/students?q=${encodeURIComponent(first?.name ?? '')}`,
      action: 'Compare',
    });
  },
};

const papers: WaitingWork = {
  place: 75,
  may: ['students.edit'],
  load: (db, actor, wanted) => expiringWork(db, 'student', expiringDocuments(actor, wanted)),
};

export const studentWaiting: readonly WaitingWork[] = [unassigned, duplicates, papers];
