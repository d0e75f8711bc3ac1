import type { GraphOfDashlet } from '../dashlets.ts';

/** The answers to the questions of a graph as its address has them. */
export const answersIn = (answers: GraphOfDashlet['answers']): { answers?: string } =>
  answers ? { answers: JSON.stringify(answers) } : {};
