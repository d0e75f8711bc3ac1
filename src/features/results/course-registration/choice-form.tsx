import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { countOf } from '#ui/format.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { PageForm } from '#ui/forms/page-form.tsx';
import {
  courseKinds,
  isFixed,
  problemOf,
  problemOfCourses,
  unitsOf,
  type CourseKind,
  type OpenCourse,
} from './choosing/rules.ts';
import type { RegistrationView } from './choosing/place.queries.ts';
import classes from './shared/registration.module.css';

interface ChoiceFormProps {
  view: RegistrationView;
  /** Given to staff, who register for the student. */
  onCancel?: () => void;
}

/** Courses to tick, with the units counted while one chooses. */
export function ChoiceForm({ view, onCancel }: ChoiceFormProps) {
  const { studentId, place, courses, chosen: first, saved } = view;
  const limits = place!;
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set(first));
  const chosen = courses.filter(({ courseId }) => ids.has(courseId));
  const units = unitsOf(chosen);
  const chosenIds = chosen.map(({ courseId }) => courseId);
  const problem = problemOf(courses, chosenIds, limits);
  const isOverride =
    onCancel && limits.allowsOverride && problem !== null && problemOfCourses(courses, chosenIds, limits) === null;
  const toggle = (courseId: number) =>
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(courseId)) after.add(courseId);
      return after;
    });
  return (
    <PageForm
      action={`/students/${studentId}/course-registration`}
      method="post"
      guard={false}
      className={classes.form}
    >
      {({ errors, processing }) => (
        <>
          <input type="hidden" name="termId" value={limits.termId} />
          {(Object.keys(courseKinds) as CourseKind[]).map((kind) => {
            const own = courses.filter((course) => course.kind === kind);
            if (own.length === 0) return null;
            return (
              <fieldset key={kind} className={classes.kind}>
                <legend>{courseKinds[kind]}</legend>
                {own.map((course) => (
                  <CourseRow
                    key={course.courseId}
                    course={course}
                    isChosen={ids.has(course.courseId)}
                    isFixed={ids.has(course.courseId) && isFixed(course, courses, limits)}
                    onToggle={() => toggle(course.courseId)}
                  />
                ))}
              </fieldset>
            );
          })}
          {isOverride && (
            <TextField
              name="reason"
              label="Reason for units outside the limits"
              maxLength={300}
              help="These units are outside the limits. Someone else has to approve them and sees the reason."
            />
          )}
          <div className={classes.bar}>
            <div aria-live="polite">
              <p className={cx(classes.units, problem !== null && 'problem')}>
                {countOf(units, 'unit')}{' '}
                <span>
                  of {limits.minimumUnits} to {limits.maximumUnits}
                </span>
              </p>
              <p className="ink-2">{errors.courseIds ?? errors.form ?? problem ?? countOf(chosen.length, 'course')}</p>
            </div>
            <div className={classes.buttons}>
              {onCancel && <Button onClick={onCancel}>Cancel</Button>}
              <Button type="submit" tone="primary" loading={processing} disabled={problem !== null && !isOverride}>
                {onCancel ? 'Register student' : saved ? 'Submit again' : 'Submit registration'}
              </Button>
            </div>
          </div>
        </>
      )}
    </PageForm>
  );
}

interface RowProps {
  course: OpenCourse;
  isChosen: boolean;
  /** Can’t be left out. */
  isFixed: boolean;
  onToggle: () => void;
}

const CourseRow = ({ course: { courseId, code, title, units, group }, isChosen, isFixed, onToggle }: RowProps) => (
  <label className={classes.course}>
    {/* A disabled box is not sent. */}
    {isFixed && <input type="hidden" name="courseIds[]" value={courseId} />}
    <input
      type="checkbox"
      name={isFixed ? undefined : 'courseIds[]'}
      value={courseId}
      checked={isChosen}
      disabled={isFixed}
      onChange={onToggle}
    />
    <span className={classes.name}>
      <b>{code}</b> {title}
      {group && <small>{group}: choose one</small>}
    </span>
    <span className={classes.count}>{countOf(units, 'unit')}</span>
  </label>
);
