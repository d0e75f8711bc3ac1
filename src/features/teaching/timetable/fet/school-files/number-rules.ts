import { numberOf, valueOf, type FetConstraint } from '../format/fet-problem.ts';
import { kindOf, type RuleKindName } from '../rules/rule-kinds.ts';
import type { NameMap } from './plan-draft.ts';
import type { Take } from './take-constraints.ts';

/** A rule with a number of all teachers or students, or of one. */
const ruleOf =
  (kind: RuleKindName, value: string, by?: 'teacher' | 'students'): Take =>
  (one, { names, taken }) => {
    const { from, to } = kindOf(kind).number!;
    const number = numberOf(one, value);
    if (!Number.isInteger(number) || number < from || number > to || one.weight <= 0) return;
    const rule = { kind, weight: one.weight, number };
    if (!by) taken.rules.push(rule);
    else if (by === 'teacher') {
      const teacherId = names.teachers.get(valueOf(one, 'Teacher_Name', 'Teacher'));
      if (teacherId !== undefined) taken.rules.push({ ...rule, teacherId });
    } else for (const batchId of wholeBatches(one, names)) taken.rules.push({ ...rule, batchId });
  };

export const wholeBatches = (one: FetConstraint, { batches }: NameMap): readonly number[] =>
  batches.get(valueOf(one, 'Students')) ?? [];

/** Limits of teachers and students. */
export const numberRules: Record<string, Take> = {
  ConstraintTeachersMaxHoursDaily: ruleOf('teachersMostADay', 'Maximum_Hours_Daily'),
  ConstraintTeacherMaxHoursDaily: ruleOf('teachersMostADay', 'Maximum_Hours_Daily', 'teacher'),
  ConstraintTeachersMaxHoursContinuously: ruleOf('teachersMostInRow', 'Maximum_Hours_Continuously'),
  ConstraintTeacherMaxHoursContinuously: ruleOf('teachersMostInRow', 'Maximum_Hours_Continuously', 'teacher'),
  ConstraintTeachersMinHoursDaily: ruleOf('teachersFewestADay', 'Minimum_Hours_Daily'),
  ConstraintTeacherMinHoursDaily: ruleOf('teachersFewestADay', 'Minimum_Hours_Daily', 'teacher'),
  ConstraintTeachersMaxGapsPerWeek: ruleOf('teachersMostGaps', 'Max_Gaps'),
  ConstraintTeacherMaxGapsPerWeek: ruleOf('teachersMostGaps', 'Max_Gaps', 'teacher'),
  ConstraintTeachersMaxDaysPerWeek: ruleOf('teachersMostDays', 'Max_Days_Per_Week'),
  ConstraintTeacherMaxDaysPerWeek: ruleOf('teachersMostDays', 'Max_Days_Per_Week', 'teacher'),
  ConstraintStudentsMaxGapsPerWeek: ruleOf('studentsMostGaps', 'Max_Gaps'),
  ConstraintStudentsSetMaxGapsPerWeek: ruleOf('studentsMostGaps', 'Max_Gaps', 'students'),
  ConstraintStudentsEarlyMaxBeginningsAtSecondHour: ruleOf('studentsStartEarly', 'Max_Beginnings_At_Second_Hour'),
  ConstraintStudentsSetEarlyMaxBeginningsAtSecondHour: ruleOf(
    'studentsStartEarly',
    'Max_Beginnings_At_Second_Hour',
    'students',
  ),
  ConstraintStudentsMaxHoursDaily: ruleOf('studentsMostADay', 'Maximum_Hours_Daily'),
  ConstraintStudentsSetMaxHoursDaily: ruleOf('studentsMostADay', 'Maximum_Hours_Daily', 'students'),
  ConstraintStudentsMinHoursDaily: ruleOf('studentsFewestADay', 'Minimum_Hours_Daily'),
  ConstraintStudentsSetMinHoursDaily: ruleOf('studentsFewestADay', 'Minimum_Hours_Daily', 'students'),
};
