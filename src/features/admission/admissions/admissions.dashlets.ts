import { institutionsInView } from '#kernel/actor.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { applicationStates } from './admissions.ts';
import { countsByState } from './states.queries.ts';

const byState: ReadyDashlet = {
  key: 'applications.by_state',
  label: 'Applications by status',
  place: 100,
  size: 'small',
  may: ['admissions.view'],
  description: 'Applications of intakes whose session has not ended, drafts apart.',
  empty: 'No applications yet.',
  async load(db, actor, wanted) {
    const ids = institutionsInView(actor, wanted, 'admissions.view');
    const rows = await countsByState(db, ids);
    const countOf = (state: string) => rows.reduce((sum, row) => sum + (row.state === state ? row.count : 0), 0);
    const points = Object.entries(applicationStates).flatMap(([state, label]) => {
      const value = countOf(state);
      return value > 0 ? [{ label, value, href: `/applications?status=${state}` }] : [];
    });
    return points.length ? { as: 'donut', href: '/applications', points } : null;
  },
};

export const admissionDashlets: readonly ReadyDashlet[] = [byState];
