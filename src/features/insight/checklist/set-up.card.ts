import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { DashletServices } from '#kernel/contracts/dashlet.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';
import type { Db } from '#kernel/database.ts';
import { backupFact, readFacts, stepsOf } from './steps.queries.ts';
import type { Step } from './steps.ts';

export interface SetUpCardProps {
  institutionId: number;
  institution: string;
  steps: Step[];
}

/** The institution in view that was added last and is not set up; null if all are, or their lists were dismissed. */
async function loadSetUp(
  db: Db,
  actor: Actor,
  wanted: number | undefined,
  services: DashletServices,
): Promise<SetUpCardProps | null> {
  const ids = institutionsInView(actor, wanted, 'institutions.edit');
  if (ids.length === 0) return null;
  const backup = backupFact(services);
  for (const facts of await readFacts(db, actor, ids, { isOpen: true })) {
    const { institutionId } = facts;
    const steps = stepsOf(actor, facts, backup);
    if (steps.some(({ isDone }) => !isDone))
      return { institutionId, institution: membershipIn(actor, institutionId)!.name, steps };
  }
  return null;
}

export const setUpCard: HomeCard = {
  place: 5,
  may: ['institutions.edit'],
  component: 'checklist/set-up',
  load: loadSetUp,
};
