import { useState } from 'react';
import { formatDay } from '#kernel/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { RegistrationView, SavedRegistration } from './choosing/registration-view.queries.ts';
import { ChoiceForm } from './choice-form.tsx';
import { ChosenCourses } from './chosen-courses.tsx';
import { DecideForms } from './decide-forms.tsx';
import classes from './shared/registration.module.css';
import type { registrationPage } from './registration.pages.ts';
import { closedInWords, registrationStates } from './registration.ts';

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
          <SelectField
            name="term"
            label="Term"
            placeholder={null}
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
    isOwnOverride && state === 'submitted' && 'Somebody else has to approve it.',
  ]
    .filter(Boolean)
    .join(' ');

function daysInWords({ place, phase, saved, isWithheld, currency }: RegistrationView): string {
  const { opensOn, closesOn, lateUntil, lateFee } = place!;
  if (isWithheld) return 'Course registration is withheld because fees are unpaid. “Fees” shows how much to pay.';
  const late = lateUntil && ` Late until ${formatDay(lateUntil)}${lateFee ? `, for ${money(lateFee, currency)}` : ''}.`;
  if (phase === 'before') return `Registration opens on ${formatDay(opensOn)} and closes on ${formatDay(closesOn)}.`;
  if (phase === 'open') return `Registration closes on ${formatDay(closesOn)}.${late ?? ''}`;
  if (phase === 'closed') return closedInWords(place!);
  const fee = lateFee && !saved ? ` A fee of ${money(lateFee, currency)} is charged when you submit.` : '';
  return `Registration closed on ${formatDay(closesOn)}. Late registration is open until ${formatDay(lateUntil!)}.${fee}`;
}
