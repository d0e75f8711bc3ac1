import { hasGrade } from '../compute/course-result.ts';
import type { LiveGrade } from './live-grade.ts';
import classes from '../shared/setup.module.css';

/** '38 of 40 complete: A1 4, B2 9, …' */
export function GradeCount({ results }: { results: LiveGrade[] }) {
  const complete = results.filter(({ status }) => hasGrade(status));
  const passed = complete.filter((one) => one.passed).length;
  const byGrade = Map.groupBy(complete, ({ grade }) => grade);
  const grades = [...byGrade].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([grade, all]) => `${grade} ${all.length}`);
  return (
    <p className={classes.sum}>
      {complete.length} of {results.length} complete
      {complete.length > 0 && `, ${passed} passed: ${grades.join(', ')}`}
    </p>
  );
}
