import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import type { monthPage } from '../attendance.pages.ts';
import { periodName, sexNames, signsFor } from './month-words.ts';
import { MonthNav } from './month-nav.tsx';
import { MonthSummary } from './month-summary.tsx';
import { MonthTable } from './month-table.tsx';
import classes from './month.module.css';

/** The registers of a month or a week, as the ministry’s form shows them. */
export default function MonthPage({ register, courses }: PropsOf<typeof monthPage>) {
  const { institutionId, batchId, batch, course, period, groups, columns, taken } = register;
  const { href, search } = useAddress();
  const words = useWords(institutionId);
  const names = sexNames(words.batch);
  const isWeek = period.kind === 'week';
  const file = (format: string) => href(`/registers/${batchId}/month.${format}`, Object.fromEntries(search));
  const isEmpty = groups.length === 0 || columns.length === 0;
  return (
    <>
      <PageHeader
        title={[batch, course].filter(Boolean).join(' · ')}
        windowTitle={`${isWeek ? 'Weekly' : 'Monthly'} register, ${batch}`}
        breadcrumbs={[{ label: 'Registers', href: href('/registers') }]}
        description={`${isWeek ? 'Weekly' : 'Monthly'} register, ${periodName(period)}`}
        action={
          !isEmpty && (
            <LinkButton tone="primary" external href={file('pdf')}>
              Print on A4 (PDF)
            </LinkButton>
          )
        }
        more={[{ label: 'Print this page', onSelect: () => window.print() }, ...exportItems(file)]}
      />
      <MonthNav register={register} courses={courses} />
      {isEmpty ? (
        <EmptyState title={isByLesson(register, courses) ? 'No lessons yet' : 'No registers'}>
          {isByLesson(register, courses)
            ? `Choose a ${words.course.toLowerCase()} and a month in which it had lessons.`
            : groups.length === 0
              ? `Nobody was in ${batch} in this ${period.kind}.`
              : `There was no school in this ${period.kind}.`}
        </EmptyState>
      ) : (
        <div className={classes.sheet}>
          <MonthTable register={register} names={names} />
          <MonthSummary register={register} names={names} />
          <p className={classes.signs}>
            {signsFor(taken).map(([sign, meaning]) => (
              <span key={sign}>
                <b>{sign}</b> {meaning}
              </span>
            ))}
          </p>
        </div>
      )}
    </>
  );
}

const isByLesson = ({ offeringId }: PropsOf<typeof monthPage>['register'], courses: readonly unknown[]) =>
  courses.length > 0 || offeringId !== null;
