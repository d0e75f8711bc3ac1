import { Card } from '#ui/records/card.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { dateText } from '#ui/format.ts';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { enrolmentOutcomes } from '../enrolment-outcomes.ts';
import { studentStatusLabels } from '../student-status.ts';
import type { StudentProfileProps } from '../students.pages.ts';
import classes from './enrolments-tab.module.css';

interface Happening {
  key: string;
  day: string;
  isNow?: boolean;
  what: React.ReactNode;
  more: React.ReactNode;
}

/** The student's path through the school: batches and status changes. */
export function EnrolmentsTab({ student, enrolments = [], studentMoves = [] }: StudentProfileProps) {
  const words = useTerms(student.institutionId);
  const batch = words.batch.toLowerCase();
  // Latest first within a day: the new batch, the event, then the batch that it ended.
  const [open, ended] = [true, false].map((isOpen) => enrolments.filter(({ toDate }) => !toDate === isOpen));
  const way = [
    ...open!.map(ofEnrolment),
    ...studentMoves.map(ofMove),
    ...ended!.map(ofEnrolment),
    ...admission(student),
  ].toSorted((a, b) => b.day.localeCompare(a.day));
  if (way.length === 0)
    return (
      <EmptyState title={`No ${batch} assigned`}>
        Select the student in the list of students, then choose a {batch}.
      </EmptyState>
    );
  return (
    <Card>
      <ol className={classes.way}>
        {way.map(({ key, day, isNow, what, more }) => (
          <li key={key} data-now={isNow || undefined}>
            <time dateTime={day}>{dateText(day)}</time>
            <div>
              <div className={classes.what}>{what}</div>
              <Secondary>{more}</Secondary>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const ofEnrolment = (one: NonNullable<StudentProfileProps['enrolments']>[number]): Happening => ({
  key: `enrolment ${one.id}`,
  day: one.fromDate,
  isNow: !one.toDate,
  what: (
    <>
      {one.batch}, {one.session}
    </>
  ),
  more: [
    one.toDate ? `until ${dateText(one.toDate)}` : 'Current',
    one.toDate && one.outcome && enrolmentOutcomes[one.outcome],
    one.assignedBy && `assigned by ${one.assignedBy}`,
  ]
    .filter(Boolean)
    .join(' · '),
});

const ofMove = (one: NonNullable<StudentProfileProps['studentMoves']>[number]): Happening => ({
  key: `move ${one.id}`,
  day: one.onDate,
  what: <StatusBadge status={one.toStatus} />,
  more: [
    one.untilDate && `until ${dateText(one.untilDate)}`,
    one.destination && `to ${one.destination}`,
    one.reason ?? `was ${studentStatusLabels[one.fromStatus].toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(' · '),
});

const admission = ({ admissionDate, admissionNumber }: StudentProfileProps['student']): Happening[] =>
  admissionDate ? [{ key: 'admission', day: admissionDate, what: 'Admitted', more: `as ${admissionNumber}` }] : [];
