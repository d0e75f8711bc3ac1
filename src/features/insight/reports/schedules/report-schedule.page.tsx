import { useState } from 'react';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { SearchMultiSelectField } from '#ui/fields/search-select.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { reportSchedulePage } from '../reports.pages.ts';
import { hourText, monthDayLabels, repeatLabels, weekdayLabels, type Repeats } from './when.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

/** When a report is sent, and to whom. */
export default function ReportSchedulePage({
  report,
  timeZone,
  roles,
  people,
  schedule,
  isAsking,
  opened,
}: PropsOf<typeof reportSchedulePage>) {
  const { href } = useAddress();
  const [repeats, setRepeats] = useState<Repeats>(schedule?.values.repeats ?? 'weekly');
  const at = `/reports/${report.id}`;
  const values = schedule?.values;
  const offered = roles.filter(({ id, isShared }) => isShared || values?.roles.includes(id));
  return (
    <>
      <PageHeader
        title={schedule ? `Edit schedule of ${report.name}` : `Schedule ${report.name}`}
        breadcrumbs={[
          { label: 'Reports', href: href('/reports') },
          schedule
            ? { label: 'Scheduled reports', href: href('/report-schedules') }
            : { label: report.name, href: href(at) },
        ]}
        description={
          schedule?.isStopped ? 'This schedule was stopped. Save it to send the report again, in your name.' : undefined
        }
      />
      <EditForm
        action={schedule ? `/report-schedules/${schedule.id}` : `${at}/schedule`}
        opened={opened}
        submit="Save schedule"
        cancelHref={href(schedule ? '/report-schedules' : at)}
      >
        <FormSection title="When">
          <ChoiceField
            name="repeats"
            label="Repeat"
            value={repeats}
            options={repeatLabels}
            onChange={(event) => setRepeats(event.currentTarget.value as Repeats)}
          />
          {repeats === 'weekly' && (
            <ChoiceField
              name="weekday"
              label="Day of the week"
              defaultValue={String(values?.weekday ?? 1)}
              options={weekdayLabels}
            />
          )}
          {repeats === 'monthly' && (
            <ChoiceField
              name="month_day"
              label="Day of the month"
              defaultValue={values?.month_day ?? 'first'}
              options={monthDayLabels}
            />
          )}
          <ChoiceField
            name="hour"
            label="Time"
            defaultValue={String(values?.hour ?? 7)}
            help={`In the institution’s time zone (${timeZone}).`}
            options={hours}
          />
        </FormSection>
        <FormSection
          title="Recipients"
          description={`Each person gets a notification and an e-mail with a link${isAsking ? '' : ' to the report and its file'}. They sign in and see the records that they have access to; the e-mail contains no data.`}
        >
          <MultiSelectField
            name="roles[]"
            label="Roles"
            optional
            help={
              offered.length > 0
                ? undefined
                : 'This report isn’t shared yet. Share it with a role to send it to the role.'
            }
            options={offered.map(({ id, name, isShared }) => ({
              value: String(id),
              label: isShared ? name : `${name} (can no longer open it)`,
            }))}
            defaultValue={values?.roles.map(String)}
          />
          <SearchMultiSelectField
            name="accounts[]"
            label="People"
            optional
            help="People who can open this report."
            search={`${at}/readers`}
            defaultChoices={people}
          />
        </FormSection>
      </EditForm>
    </>
  );
}
