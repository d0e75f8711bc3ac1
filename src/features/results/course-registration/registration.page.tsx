import { useState } from 'react';
import { figureColumn } from '#ui/lists/data-table/columns.ts';
import { formatDay } from '#kernel/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { ChoiceForm } from './choice-form.tsx';
import type { registrationPage } from './registration.routes.ts';
import { money, countOf } from '#ui/format.ts';
import { EmptyState } from '#ui/states.tsx';
import type { RegistrationView, SavedRegistration } from './choosing/place.queries.ts';
import classes from './shared/registration.module.css';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { courseKinds, unitsOf, type OpenCourse } from './choosing/rules.ts';
import { Button } from '#ui/button.tsx';
import { closedMessage, registrationStates, type RegistrationState } from './registration.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { post } from '#ui/post.ts';

const tones = { submitted: 'info', returned: 'bad', approved: 'good' } as const;

/** The courses that a student registers for in a term: to choose for the student, to decide about for the adviser. */
export default function RegistrationPage({ view, isOwn }: PropsOf<typeof registrationPage>) {
  const address = useAddress();
  // Ends with the submission, which is another one then.
  const [entering, setEntering] = useState<string | null>(null);
  if (!view?.place)
    return (
      <>
        <PageHeader title="Course registration" />
        <EmptyState title="No registration">
          {isOwn
            ? 'Your class has no course registration in this session. Your courses are on your record.'
            : 'The class of this student has no course registration in this session.'}
        </EmptyState>
      </>
    );
  const { place, terms, saved, name, number, studentId, can } = view;
  const key = `${studentId} ${place.termId} ${saved?.submittedAt}`;
  const isEntering = can.enter && entering === key;
  return (
    <>
      <PageHeader
        title={isOwn ? 'Course registration' : name}
        badge={saved && <Badge tone={tones[saved.state]}>{registrationStates[saved.state]}</Badge>}
        {...(!isOwn && {
          breadcrumbs: [
            { label: 'Course registration', href: address.href('/course-registrations', { term: place.termId }) },
            {
              label: place.batch,
              href: address.href(`/batches/${place.batchId}/course-registrations`, { term: place.termId }),
            },
          ],
        })}
        description={`${isOwn ? '' : `${number} · `}${place.batch} · ${place.term}, ${place.session}`}
      />
      {terms.length > 1 && (
        <div className={classes.term}>
          <ChoiceField
            name="term"
            label="Term"
            value={String(place.termId)}
            onChange={(event) => address.go({ term: event.target.value })}
            options={terms.map((term) => ({ value: String(term.id), label: term.name }))}
          />
        </div>
      )}
      {saved?.state === 'returned' && saved.remark && (
        <p className={classes.remark}>
          <strong>Returned by the adviser:</strong> {saved.remark}
        </p>
      )}
      <p className={classes.note}>{daysInWords(view)}</p>
      {saved?.enteredBy && <p className={classes.note}>{enteredInWords(saved)}</p>}
      {can.submit || isEntering ? (
        <ChoiceForm key={key} view={view} {...(isEntering && { onCancel: () => setEntering(null) })} />
      ) : (
        <>
          <ChosenCourses view={view} />
          <div className={classes.decide}>
            {can.decide && saved && (
              <DecideForms registrationId={saved.id} state={saved.state} canApprove={!saved.isOwnOverride} />
            )}
            {can.enter && (
              <Button tone={saved ? undefined : 'primary'} onClick={() => setEntering(key)}>
                {saved ? 'Change courses' : 'Register courses'}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}

/** How the last submission came about, where it was not the student alone. */
const enteredInWords = ({ enteredBy, overrideReason, isOwnOverride, state }: SavedRegistration) =>
  [
    enteredBy && `Registered by ${enteredBy}.`,
    overrideReason && `Units outside the limits: ${overrideReason.replace(/\.$/, '')}.`,
    isOwnOverride && state === 'submitted' && 'Someone else has to approve it.',
  ]
    .filter(Boolean)
    .join(' ');

function daysInWords({ place, phase, saved, isWithheld, currency }: RegistrationView): string {
  const { opensOn, closesOn, lateUntil, lateFee } = place!;
  if (isWithheld) return 'Course registration is withheld because fees are unpaid. “Fees” shows how much to pay.';
  const late = lateUntil && ` Late until ${formatDay(lateUntil)}${lateFee ? `, for ${money(lateFee, currency)}` : ''}.`;
  if (phase === 'before') return `Registration opens on ${formatDay(opensOn)} and closes on ${formatDay(closesOn)}.`;
  if (phase === 'open') return `Registration closes on ${formatDay(closesOn)}.${late ?? ''}`;
  if (phase === 'closed') return closedMessage(place!);
  const fee = lateFee && !saved ? ` A fee of ${money(lateFee, currency)} is charged when you submit.` : '';
  return `Registration closed on ${formatDay(closesOn)}. Late registration is open until ${formatDay(lateUntil!)}.${fee}`;
}

const columns: Column<OpenCourse>[] = [
  { key: 'code', title: 'Code', primary: true, render: ({ code }) => code },
  { key: 'title', title: 'Course', card: 'line', render: ({ title }) => title },
  { key: 'kind', title: 'Type', render: ({ kind }) => courseKinds[kind].replace(/s$/, '') },
  figureColumn('units', 'Units', ({ units }) => units, { card: 'figure' }),
];

/** What was submitted, or that nothing was. */
function ChosenCourses({ view: { courses, saved, place } }: { view: RegistrationView }) {
  if (!saved) return <EmptyState title="Not registered">No courses have been submitted for {place!.term}.</EmptyState>;
  const chosen = courses.filter(({ courseId }) => saved.courseIds.includes(courseId));
  const gone = saved.courseIds.length - chosen.length;
  return (
    <>
      <DataTable
        name="registered-courses"
        caption="Registered courses"
        columns={columns}
        rows={chosen}
        rowId={({ courseId }) => courseId}
      />
      <p className={classes.sum}>
        {countOf(chosen.length, 'course')}, {countOf(unitsOf(chosen), 'unit')}
        {gone > 0 && `. ${countOf(gone, 'course')} no longer offered`}
      </p>
    </>
  );
}

interface DecideFormsProps {
  registrationId: number;
  state: RegistrationState;
  canApprove: boolean;
}

/** Approves a registration, or returns it to the student with words. */
function DecideForms({ registrationId, state, canApprove }: DecideFormsProps) {
  const [isReturning, setIsReturning] = useState(false);
  return (
    <>
      {state === 'submitted' && canApprove && (
        <Button tone="primary" onClick={() => post('/course-registrations/approve', { ids: String(registrationId) })}>
          Approve
        </Button>
      )}
      {state !== 'returned' && <Button onClick={() => setIsReturning(true)}>Return to student</Button>}
      <Dialog open={isReturning} onClose={() => setIsReturning(false)} title="Return to student">
        {isReturning && (
          <EditForm
            action={`/course-registrations/${registrationId}/return`}
            submit="Return"
            onSuccess={() => setIsReturning(false)}
            guard={false}
          >
            <TextareaField
              name="remark"
              label="Changes needed"
              rows={3}
              maxLength={500}
              help="The student sees this and can submit again. Your earlier approval stays until you approve again."
            />
          </EditForm>
        )}
      </Dialog>
    </>
  );
}
