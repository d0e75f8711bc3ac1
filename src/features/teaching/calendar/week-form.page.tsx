import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import type { weekFormPage } from './calendar.routes.ts';
import { AnywayField } from './anyway-field.tsx';
import { weekdayNames } from './shared/day-labels.ts';

/** On which weekdays there is school. */
export default function WeekFormPage({ institutionId, institution, week, opened }: PropsOf<typeof weekFormPage>) {
  const { href } = useAddress();
  const back = href('/calendar/school-days');
  return (
    <>
      <PageHeader
        title="School week"
        breadcrumbs={[
          { label: 'Calendar', href: href('/calendar') },
          { label: 'Times school opened', href: back },
        ]}
        description={institution}
      />
      <EditForm
        opened={opened}
        action={`/institutions/${institutionId}/school-week`}
        submit="Save school week"
        cancelHref={back}
      >
        <Weekdays
          title="School days"
          description="Applies to all terms, including past ones. For one week or day, add a holiday or an extra school day to the calendar instead."
          name="schoolWeekdays"
          chosen={week.schoolWeekdays}
        />
        <Weekdays
          title="Half days"
          description="Days that end after the morning, such as Friday. They count once, not twice."
          name="halfWeekdays"
          chosen={week.halfWeekdays}
        />
        <AnywayField label="Registers were taken on a weekday that would no longer be a school day: save anyway" />
      </EditForm>
    </>
  );
}

interface WeekdaysProps {
  title: string;
  description: string;
  name: string;
  chosen: number[];
}

const Weekdays = ({ title, description, name, chosen }: WeekdaysProps) => (
  <FormSection title={title} description={description}>
    {weekdayNames.map((weekday, at) => (
      <CheckboxField
        key={weekday}
        name={`${name}[]`}
        value={String(at + 1)}
        label={weekday}
        defaultChecked={chosen.includes(at + 1)}
      />
    ))}
  </FormSection>
);
