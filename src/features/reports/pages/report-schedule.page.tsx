import { useState } from 'react';
import { MultiSelectField } from '#ui/fields/multi-select.tsx';
import { SearchMultiSelectField } from '#ui/fields/search-select.tsx';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { reportSchedulePage } from '../reports.pages.ts';
import { hourText, monthDayWords, repeatWords, weekdayWords, type Repeats } from '../schedules/when.ts';

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

/** When a report is sent, and to whom. */
export default function ReportSchedulePage({
  report,
  timeZone,
  roles,
  self,
  isAsking,
}: PropsOf<typeof reportSchedulePage>) {
  const { href } = useAddress();
  const [repeats, setRepeats] = useState<Repeats>('weekly');
  const at = `/reports/${report.id}`;
  return (
    <>
      <PageHeader
        title={`Schedule ${report.name}`}
        breadcrumbs={[
          { label: 'Reports', href: href('/reports') },
          { label: report.name, href: href(at) },
        ]}
      />
      <EditForm action={`${at}/schedule`} submit="Save schedule" cancelHref={href(at)}>
        <FormSection title="When">
          <SelectField
            name="repeats"
            label="Repeat"
            placeholder={null}
            value={repeats}
            options={optionsOf(repeatWords)}
            onChange={(event) => setRepeats(event.currentTarget.value as Repeats)}
          />
          {repeats === 'weekly' && (
            <SelectField
              name="weekday"
              label="Day of the week"
              placeholder={null}
              defaultValue="1"
              options={optionsOf(weekdayWords)}
            />
          )}
          {repeats === 'monthly' && (
            <SelectField
              name="month_day"
              label="Day of the month"
              placeholder={null}
              defaultValue="first"
              options={optionsOf(monthDayWords)}
            />
          )}
          <SelectField
            name="hour"
            label="Time"
            placeholder={null}
            defaultValue="7"
            help={`By the institution’s clock (${timeZone}).`}
            options={hours}
          />
        </FormSection>
        <FormSection
          title="Recipients"
          description={`Each gets a notification and an e-mail with a link${isAsking ? '' : ' to the report and its file'}. They sign in and see the records that they have access to; the e-mail contains no data.`}
        >
          <MultiSelectField
            name="roles[]"
            label="Roles"
            optional
            help={
              roles.some(({ isShared }) => isShared)
                ? undefined
                : 'This report isn’t shared yet. Share it with a role to send it to the role.'
            }
            options={roles
              .filter(({ isShared }) => isShared)
              .map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <SearchMultiSelectField
            name="accounts[]"
            label="People"
            optional
            help="People who can open this report."
            search={`${at}/readers`}
            defaultChoices={self}
          />
        </FormSection>
      </EditForm>
    </>
  );
}
