import type { Db } from '#kernel/database.ts';
import { candidateFigures } from '#features/results/transcripts/graduation/candidates.queries.ts';
import { countOf } from '#ui/format.ts';
import type { RuledClass } from '../rules/rules.queries.ts';
import type { Figures, Proposal } from './propose.ts';

export interface Proposed {
  studentId: number;
  ofClass: RuledClass;
  figures: Figures | null;
  proposal: Proposal;
}

/**
 * Adds what the program of a college asks to the rule of the class: graduates have no courses or units outstanding, and
 * too many terms on probation end in withdrawal. Reads the whole record only of students for whom this can matter.
 */
export async function judgeByProgram(db: Db, institutionId: number, all: readonly Proposed[]): Promise<void> {
  const concerned = all.filter(isConcerned);
  if (concerned.length === 0) return;
  const ids = concerned.map(({ studentId }) => studentId);
  const found = await candidateFigures(db, institutionId, ids);
  for (const { studentId, proposal } of concerned) {
    const { rule, figures, readiness } = found.get(studentId)!;
    const { below, withdrawalAfter, isAbove } = rule.probation ?? { below: 0, withdrawalAfter: null };
    if (figures.terms.at(-1)?.academicStanding === 'withdrawal')
      Object.assign(proposal, {
        proposed: 'withdrawn',
        reasons: [
          `CGPA ${isAbove ? 'above' : 'below'} ${(below / 100).toFixed(2)} at the end of ${countOf(withdrawalAfter ?? 1, 'term')} in a row.`,
        ],
      });
    else if (proposal.proposed === 'graduated' && !readiness.isReady)
      Object.assign(proposal, { proposed: 'repeat', reasons: readiness.reasons.map((reason) => `${reason}.`) });
  }
}

const isConcerned = ({ ofClass, figures, proposal }: Proposed): boolean =>
  figures?.system === 'gpa' &&
  proposal.proposed !== 'undecided' &&
  (proposal.proposed === 'graduated' ||
    (ofClass.probationBelow !== null &&
      proposal.average !== null &&
      // Rounded: the exact figures decide.
      (figures.isLowBest || Math.round(Number(proposal.average) * 100) <= ofClass.probationBelow)));
