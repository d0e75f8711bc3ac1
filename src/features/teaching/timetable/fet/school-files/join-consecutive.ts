import { numberOf, type FetActivity, type FetConstraint, type FetProblem } from '../format/fet-problem.ts';

/** Two lessons of one subject, class and teacher that must follow each other. FET has an order for the first kind. */
export const consecutiveKinds: readonly string[] = [
  'ConstraintTwoActivitiesConsecutive',
  'ConstraintTwoActivitiesGrouped',
];

const alike = ({ subject, teachers, students }: FetActivity): string => JSON.stringify([subject, teachers, students]);

/** Makes one longer lesson of two alike ones that must follow each other. Returns also the constraints that this says. */
export function joinConsecutive({ time }: FetProblem, usable: FetActivity[], longest: number) {
  const byId = new Map(usable.map((activity) => [activity.id, activity]));
  const joined = new Set<FetConstraint>();
  for (const one of time) {
    if (!one.isActive || !consecutiveKinds.includes(one.kind)) continue;
    const [first, second] = ['First_Activity_Id', 'Second_Activity_Id'].map((name) => byId.get(numberOf(one, name)));
    const isOne = first && second && first !== second && alike(first) === alike(second);
    if (!isOne || one.weight < 100 || first.duration + second.duration > longest) continue;
    joined.add(one);
    byId.set(first.id, { ...first, duration: first.duration + second.duration });
    byId.delete(second.id);
  }
  return { activities: [...byId.values()], joined };
}
