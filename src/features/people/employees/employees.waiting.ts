import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { expiringWork } from '#features/records/people/documents/expiring-count.ts';
import { expiringDocuments } from './expiring-documents.ts';

export const employeeWaiting: readonly WaitingWork[] = [
  {
    place: 76,
    may: ['employees.edit'],
    load: (db, actor, wanted) => expiringWork(db, 'employee', expiringDocuments(actor, wanted)),
  },
];
