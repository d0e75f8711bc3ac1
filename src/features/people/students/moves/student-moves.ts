import type { StudentStatus } from '../student-status.ts';

/** The status changes, in menu order. */
export const moveKinds = [
  'admit',
  'lift',
  'suspend',
  'graduate',
  'withdraw',
  'transfer',
  'decease',
  'readmit',
] as const;
export type MoveKind = (typeof moveKinds)[number];

interface Move {
  from: readonly StudentStatus[];
  to: StudentStatus;
  /** The last part of its address. */
  path: string;
  /** Label in the menu and on the button. */
  label: string;
  /** 'withdrew': the verb in the audit log. */
  did: string;
  /** The reason to record if the form does not ask for one. */
  usually: string;
}

const gone = ['graduated', 'withdrawn', 'transferred'] as const;

export const studentMove: Record<MoveKind, Move> = {
  admit: { from: ['applicant'], to: 'active', path: 'admit', label: 'Admit', did: 'admitted', usually: 'Admitted' },
  lift: {
    from: ['suspended'],
    to: 'active',
    path: 'lift-suspension',
    label: 'Lift suspension',
    did: 'lifted the suspension of',
    usually: 'Suspension lifted',
  },
  suspend: {
    from: ['active'],
    to: 'suspended',
    path: 'suspend',
    label: 'Suspend',
    did: 'suspended',
    usually: 'Suspended',
  },
  graduate: {
    from: ['active'],
    to: 'graduated',
    path: 'graduate',
    label: 'Graduate',
    did: 'graduated',
    usually: 'Completed the programme',
  },
  withdraw: {
    from: ['applicant', 'active', 'suspended'],
    to: 'withdrawn',
    path: 'withdraw',
    label: 'Withdraw',
    did: 'withdrew',
    usually: 'Withdrawn',
  },
  transfer: {
    from: ['active', 'suspended'],
    to: 'transferred',
    path: 'transfer-out',
    label: 'Transfer out',
    did: 'transferred',
    usually: 'Transferred',
  },
  decease: {
    from: ['applicant', 'active', 'suspended', ...gone],
    to: 'deceased',
    path: 'deceased',
    label: 'Record death',
    did: 'recorded the death of',
    usually: 'Deceased',
  },
  readmit: {
    from: gone,
    to: 'active',
    path: 're-admit',
    label: 'Readmit',
    did: 'readmitted',
    usually: 'Readmitted',
  },
};

export const movesFrom = (status: StudentStatus): MoveKind[] =>
  moveKinds.filter((kind) => studentMove[kind].from.includes(status));

/** The move between two statuses, if there is one. */
export const moveBetween = (from: StudentStatus, to: StudentStatus): MoveKind | undefined =>
  movesFrom(from).find((kind) => studentMove[kind].to === to);
