import type { DraftLesson, RelationKind } from '../../draft/draft.ts';
import type { FetConstraint } from '../format/fet-problem.ts';
import type { Element } from '../format/read-xml.ts';
import { leaf } from '../format/write-xml.ts';
import type { Rule } from '../rules/rule-kinds.ts';
import { activityId } from './activity-id.ts';
import { constraint } from './constraint.ts';
import { lessonsBySet, type Terms } from './terms.ts';

/** What FET calls a rule about several lessons, and how it names them. */
export const relationKinds: Record<RelationKind, { fet: string; by: 'all' | 'each' | 'pair' }> = {
  neverTogether: { fet: 'ConstraintActivitiesNotOverlapping', by: 'all' },
  daysApart: { fet: 'ConstraintMinDaysBetweenActivities', by: 'all' },
  startTogether: { fet: 'ConstraintActivitiesSameStartingTime', by: 'each' },
  sameDay: { fet: 'ConstraintActivitiesSameStartingDay', by: 'each' },
  inOrder: { fet: 'ConstraintTwoActivitiesOrdered', by: 'pair' },
  oneAfterOther: { fet: 'ConstraintTwoActivitiesConsecutive', by: 'pair' },
  sideBySide: { fet: 'ConstraintTwoActivitiesGrouped', by: 'pair' },
};

/** `all` relates all lessons with each other; otherwise each lesson of a set has one partner in each of the others. */
function relationConstraints(kind: RelationKind, { draft }: Terms, rule: Rule): FetConstraint[] {
  const bySet = lessonsBySet(draft);
  const sets = rule.setIds.flatMap((id) => {
    const lessons = bySet.get(id);
    return lessons ? [lessons.toSorted((one, other) => one.length - other.length || one.id - other.id)] : [];
  });
  if (sets.length < 2) return [];
  const { fet, by } = relationKinds[kind];
  if (by === 'all') {
    const lessons = sets.flat();
    const days = rule.number ?? 1;
    const isTight = kind === 'daysApart' && (lessons.length - 1) * days >= draft.days.length;
    return [
      constraint(fet, isTight ? Math.min(rule.weight, 95) : rule.weight, [
        ...(kind === 'daysApart' ? [leaf('Consecutive_If_Same_Day', true)] : []),
        ...listed(lessons),
        ...(kind === 'daysApart' ? [leaf('MinDays', days)] : []),
      ]),
    ];
  }
  const rows = Array.from({ length: Math.min(...sets.map(({ length }) => length)) }, (_, at) =>
    sets.map((lessons) => lessons[at]!),
  );
  return rows.map((row) =>
    constraint(
      fet,
      rule.weight,
      by === 'each'
        ? listed(row)
        : ['First_Activity_Id', 'Second_Activity_Id'].map((name, at) => leaf(name, activityId(row[at]!.id, 0))),
    ),
  );
}

const listed = (lessons: readonly DraftLesson[]): Element[] => [
  leaf('Number_of_Activities', lessons.length),
  ...lessons.map(({ id }) => leaf('Activity_Id', activityId(id, 0))),
];

type Writer = (terms: Terms, rule: Rule) => FetConstraint[];

export const relationWriters = Object.fromEntries(
  (Object.keys(relationKinds) as RelationKind[]).map((kind): [RelationKind, Writer] => [
    kind,
    (terms, rule) => relationConstraints(kind, terms, rule),
  ]),
) as Record<RelationKind, Writer>;
