import type { Fraction } from '#features/results/assessment/compute/fraction.ts';
import { toText } from '#features/results/assessment/compute/fraction-text.ts';
import type { GpaForm } from '#features/results/assessment/compute/types.ts';
import type { ProgramRule } from '#features/results/results/record/program-rules.queries.ts';
import type { FiguredTerm, RecordFigures } from '#features/results/results/record/record-figures.ts';
import type { PaperTerm, StatementContent, TranscriptContent } from './paper-content.ts';

const exact = (value: Fraction | null) => value && toText(value);

/** The usual form goes without saying. */
const formOf = (gpaForm: GpaForm | null) => (gpaForm && gpaForm !== 'round2' ? { gpaForm } : {});

interface Holder {
  studentId: number;
  admissionNumber: string;
  admissionDate: string | null;
}

export const transcriptOf = (figures: RecordFigures, rule: ProgramRule, holder: Holder): TranscriptContent => ({
  kind: 'transcript',
  ...commonOf(figures, rule, holder),
  admittedOn: holder.admissionDate,
  gradeKey: rule.bands,
  terms: figures.terms.map(termOf),
});

export const statementOf = (
  figures: RecordFigures,
  rule: ProgramRule,
  holder: Holder,
  completedOn: string,
): StatementContent => ({
  kind: 'statement',
  ...commonOf(figures, rule, holder),
  completedOn,
  session: figures.terms.at(-1)?.record.session ?? null,
});

function commonOf(figures: RecordFigures, { program, className }: ProgramRule, { studentId, admissionNumber }: Holder) {
  const { system, units, unitsPassed, overall, designation, repeats, terms } = figures;
  const last = terms.findLast(({ record }) => record.program !== null)?.record;
  return {
    // What was published says the program and class of then; the record says those of now.
    studentId,
    admissionNumber,
    program: last?.program ?? program,
    className: last?.className ?? className,
    system,
    units,
    unitsPassed,
    overall: exact(overall),
    designation,
    repeats,
    ...formOf(figures.gpaForm),
  };
}

function termOf({ record, term, cumulative, repeats, academicStanding }: FiguredTerm): PaperTerm {
  const { session, courses, batch, className, system, average, inBatch } = record;
  return {
    session,
    term: record.term,
    place: className ?? batch,
    system,
    repeats,
    academicStanding,
    courses: courses.map(({ code, title, units, status, total, grade, points }) => ({
      code,
      title,
      units,
      status,
      total,
      grade,
      points,
    })),
    units: term.units,
    points: term.points,
    gpa: system === 'gpa' ? exact(term.gpa) : null,
    ...formOf(record.gpaForm),
    cumulative: cumulative && {
      units: cumulative.units,
      unitsPassed: cumulative.unitsPassed,
      points: cumulative.points,
      value: exact(cumulative.value),
    },
    average: system === 'average' ? average : null,
    position: system === 'average' ? inBatch : null,
  };
}
