import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { classResultsOf } from '../term-results/members.queries.ts';
import {
  lastBefore,
  publishedMeans,
  trendOf,
  type TrendTerm,
  openedRows,
  type AnalysisQuery,
  type FigureRows,
  analysedClasses,
  offeringsOf,
  publishedTotals,
  type AnalysedClass,
  type Offering,
} from './analysis.queries.ts';
import {
  figuresOf,
  gradeCounts,
  groupsOf,
  type Figures,
  type GradeCount,
  type Group,
  type Grouping,
  analysisRows,
  isWanted,
  type AnalysisRow,
} from './figures.ts';
import { compare, fraction, mean, subtract, type Fraction } from '#features/results/assessment/compute/fraction.ts';
import { averageText } from '../term-results/shown-results.ts';

export interface AnalysisProps {
  /** With the terms that they have sheets of marks in. */
  classes: AnalysedClass[];
  chosen: AnalysedClass | null;
  filter: AnalysisQuery;
  analysis: {
    figures: Figures | null;
    students: number;
    groups: Group[];
    grades: GradeCount[];
    /** Means of these students in what is published. */
    trend: TrendTerm[];
    risks: AtRisk[];
    /** Null until a figure is opened. */
    opened: FigureRows | null;
    /** Whether the actor may open the results of students. */
    canOpenResults: boolean;
    choices: Record<'courses' | 'batches' | 'teachers', { id: number; name: string }[]>;
  } | null;
}

const shownRisks = 500;

/** The figures of a class in a term, from the marks as they are, of what the actor may see. For a snapshot. */
export async function analysisProps(db: Db, actor: Actor, query: AnalysisQuery): Promise<AnalysisProps> {
  const classes = await analysedClasses(db, actor, query.institution_id);
  const inTerm = classes.filter(({ termId }) => termId === query.term);
  const current = classes.filter(({ isCurrent }) => isCurrent);
  const candidates = [inTerm, current, classes].find((some) => some.length > 0) ?? [];
  const chosen = candidates.find(({ classId }) => classId === query.class_id) ?? candidates[0];
  if (!chosen) return { classes, chosen: null, filter: query, analysis: null };
  const offerings = await offeringsOf(db, actor, chosen);
  const found = await classResultsOf(db, chosen);
  const byPlace = new Map(offerings.map((one) => [`${one.batchId} ${one.courseId}`, one]));
  const at = (batchId: number, courseId: number) => byPlace.get(`${batchId} ${courseId}`);
  const all = analysisRows(found, (batchId, courseId) => at(batchId, courseId)?.employeeId ?? null).filter(
    ({ batchId, courseId }) => at(batchId, courseId)?.isSeen,
  );
  const { grade: _, outcome: __, ...place } = query;
  const inPlace = all.filter(isWanted(place));
  const bands = found.computedFrom.flatMap((one) => one.bands).toSorted((a, b) => b.from - a.from);
  const ofStudents = Map.groupBy(inPlace, ({ studentId }) => studentId);
  const codesOf = new Map(
    [...ofStudents].map(([id, own]) => [id, new Set(own.map(({ courseId }) => found.courses.get(courseId)!.code))]),
  );
  const members = [...ofStudents.values()].map(([first]) => first!);
  const means = publishedMeans(await publishedTotals(db, actor, chosen, members), codesOf);
  return {
    classes,
    chosen,
    filter: query,
    analysis: {
      figures: figuresOf(inPlace),
      students: members.length,
      groups: groupsOf(inPlace, query.by, labelOf(query.by, all, offerings)),
      grades: gradeCounts(inPlace, [...new Set(bands.map(({ grade }) => grade))]),
      trend: trendOf(means, members.length),
      risks: studentsAtRisk(inPlace, riskRule(query), lastBefore(means, chosen.termId)).slice(0, shownRisks),
      opened: openedRows({ rows: inPlace, means, offerings }, query),
      canOpenResults: can(actor, 'results.view', chosen.institutionId),
      choices: choicesOf(all, offerings),
    },
  };
}

/** In one course, failing it is enough. */
const riskRule = ({ course_id: course, failing, fell }: AnalysisQuery) => ({ failing: course ? 1 : failing, fell });

function labelOf(by: Grouping, rows: AnalysisRow[], offerings: Offering[]) {
  const names: Record<Grouping, Map<number | string | null, string | null>> = {
    course: new Map(rows.map(({ courseId, course }) => [courseId, course])),
    batch: new Map(offerings.map(({ batchId, batch }) => [batchId, batch])),
    teacher: new Map(offerings.map(({ employeeId, teacher }) => [employeeId, teacher])),
    gender: new Map([
      ['female', 'Female'],
      ['male', 'Male'],
    ]),
  };
  return (key: number | string | null) => (key === null ? null : names[by].get(key)) || 'Unknown';
}

function choicesOf(rows: AnalysisRow[], offerings: Offering[]) {
  const sorted = (entries: [number, string][]) =>
    [...new Map(entries)].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const batchIds = new Set(rows.map(({ batchId }) => batchId));
  return {
    courses: sorted(rows.map(({ courseId, course }) => [courseId, course])),
    batches: sorted(offerings.flatMap(({ batchId, batch }) => (batchIds.has(batchId) ? [[batchId, batch]] : []))),
    teachers: sorted(
      offerings.flatMap(({ employeeId, teacher, isSeen }) =>
        isSeen && employeeId !== null && teacher ? [[employeeId, teacher]] : [],
      ),
    ),
  };
}

interface RiskRule {
  /** Courses failed, from which on a student is at risk. */
  failing: number;
  /** Points by which the average fell since the last published term. */
  fell: number;
}

export interface AtRisk {
  studentId: number;
  student: string;
  number: string;
  batchId: number;
  failed: string[];
  average: string;
  before: string | null;
  /** Points lost since; null if it did not fall so far. */
  lost: string | null;
}

/** Students who fail several courses or fell since the last published term, those with most failed courses first. */
export function studentsAtRisk(
  rows: AnalysisRow[],
  { failing, fell }: RiskRule,
  before: ReadonlyMap<number, Fraction>,
): AtRisk[] {
  return [...Map.groupBy(rows, ({ studentId }) => studentId).values()]
    .flatMap((own): AtRisk[] => {
      const [{ studentId, student, number, batchId }] = own as [AnalysisRow];
      const failed = own.filter(({ passed }) => !passed).map(({ course }) => course);
      const average = mean(own.map(({ total }) => total))!;
      const last = before.get(studentId);
      const lost = last ? subtract(last, average) : null;
      const hasFallen = lost !== null && compare(lost, fraction(fell)) > 0;
      if (failed.length < failing && !hasFallen) return [];
      return [
        {
          studentId,
          student,
          number,
          batchId,
          failed,
          average: averageText(average)!,
          before: last ? averageText(last) : null,
          lost: hasFallen ? averageText(lost) : null,
        },
      ];
    })
    .toSorted((a, b) => b.failed.length - a.failed.length || a.student.localeCompare(b.student, 'en'));
}
