/** What can follow a session for a student. */
export const outcomes = {
  promoted: 'Promoted',
  on_trial: 'Promoted on trial',
  repeat: 'Repeats',
  graduated: 'Graduates',
  withdrawn: 'Withdrawn',
} as const;
export type Outcome = keyof typeof outcomes;

/** What a rule can propose. */
export type ProposedOutcome = Outcome | 'undecided';
export const outcomesAndUndecided: Record<Outcome | 'undecided', string> = { ...outcomes, undecided: 'Undecided' };

/** Where the decision about a student stands. */
export const decisionStates = {
  proposed: 'Proposed',
  changed: 'Changed by hand',
  approved: 'Approved',
  done: 'Carried out',
  left: 'Already moved',
} as const;
export type DecisionState = keyof typeof decisionStates;

/** Who goes on to a class: the next one, or the same again. */
export const staysIn = (outcome: Outcome): 'next' | 'same' | 'leaves' =>
  outcome === 'repeat' ? 'same' : outcome === 'promoted' || outcome === 'on_trial' ? 'next' : 'leaves';
