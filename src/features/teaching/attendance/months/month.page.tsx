import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { monthPage, MonthProps } from '../attendance.pages.ts';
import { periodName, sexNames, signsFor } from './period-figures.ts';
import { MonthTable } from './month-table.tsx';
import { MonthSheet } from '#ui/register/month-grid.tsx';
import { PeriodBar, PeriodTurn } from '#ui/period-bar.tsx';
import classes from './month-summary.module.css';
import { addMonths } from '#features/teaching/calendar/view/period.ts';
import { addDays } from '#kernel/dates.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { MonthRegister } from './month-register.ts';

/** The registers of a month or a week, as the ministry’s form shows them. */
export default function MonthPage({ register, courses }: PropsOf<typeof monthPage>) {
  const { institutionId, batchId, batch, course, period, groups, columns, taken } = register;
  const { href, search } = useAddress();
  const words = useTerms(institutionId);
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
        <MonthSheet signs={signsFor(taken)} summary={<MonthSummary register={register} names={names} />}>
          <MonthTable register={register} names={names} />
        </MonthSheet>
      )}
    </>
  );
}

const isByLesson = ({ offeringId }: PropsOf<typeof monthPage>['register'], courses: readonly unknown[]) =>
  courses.length > 0 || offeringId !== null;

/** Which month or week, and of which course where registers are taken by lesson. */
function MonthNav({ register, courses }: MonthProps) {
  const { here, go } = useAddress();
  const { period, today, offeringId } = register;
  const words = useTerms(register.institutionId);
  const isWeek = period.kind === 'week';
  const turned = (by: number) =>
    isWeek
      ? here({ week: addDays(period.from, 7 * by), month: null })
      : here({ month: addMonths(period.from, by).slice(0, 7), week: null });
  const day = period.from <= today && period.to >= today ? today : period.from;
  return (
    <PeriodBar tour="month-period">
      <PeriodTurn period={period.kind} before={turned(-1)} after={period.to < today && turned(1)} />
      <Tabs
        label="Period"
        items={[
          { label: 'Month', href: here({ month: day.slice(0, 7), week: null }), active: !isWeek },
          { label: 'Week', href: here({ week: day, month: null }), active: isWeek },
        ]}
      />
      {courses.length > 0 && (
        <SelectField
          name="offering"
          label={words.course}
          placeholder={`Choose a ${words.course.toLowerCase()}`}
          value={String(offeringId ?? '')}
          onChange={({ target }) => go({ offering: target.value || null })}
          options={courses.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      )}
    </PeriodBar>
  );
}

type Figures = MonthRegister['figures'][number];

const rows: Record<string, (figures: Figures) => string> = {
  'On roll': ({ students }) => count(students),
  Attendances: ({ attendances }) => count(attendances),
  Absences: ({ absences }) => count(absences),
  Late: ({ late }) => count(late),
  'Average attendance': ({ average }) => String(average ?? '—'),
  Percentage: ({ percent }) => (percent === null ? '—' : `${percent}%`),
};

/** What the ministry asks for: attendances, average and percentage of boys, girls and all. */
function MonthSummary({ register, names }: { register: MonthRegister; names: ReturnType<typeof sexNames> }) {
  const { figures, timesOpened, registersTaken } = register;
  return (
    <Card title="Summary" flush tour="month-summary">
      <p className={classes.opened}>
        {timesOpened !== null && `Times school opened: ${count(timesOpened)} · `}
        Registers taken: {count(registersTaken)}
      </p>
      {/* Few columns and more rows: it fits a phone without scrolling. */}
      <table className={classes.summary}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Figure</span>
            </th>
            {figures.map(({ sex }) => (
              <th key={sex} scope="col">
                {names[sex]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(rows).map(([label, valueOf]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {figures.map((figure) => (
                <td key={figure.sex}>{valueOf(figure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
