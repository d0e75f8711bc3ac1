import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import type { PropsOf } from '#web/page.ts';
import classes from '../shared/making.module.css';
import type { patternFormPage } from '../timetable.pages.ts';
import { periodKinds } from '../timetable.ts';

const kinds = Object.entries(periodKinds).map(([value, label]) => ({ value, label }));

/** The bells of a day. */
export default function PatternFormPage({ version, pattern, sample, opened }: PropsOf<typeof patternFormPage>) {
  const { href } = useAddress();
  const home = `/timetables/${version.id}/bells`;
  const records = (pattern ?? sample)?.bells.map((bell, at) => ({ id: at + 1, ...bell })) ?? [];
  return (
    <>
      <PageHeader
        title={pattern ? `Edit ${pattern.name}` : 'Add pattern'}
        breadcrumbs={[
          { label: 'Timetables', href: href('/timetables') },
          { label: version.name, href: href(home) },
        ]}
      />
      <EditForm
        opened={opened}
        action={pattern ? `${home}/${pattern.id}` : home}
        submit={pattern ? 'Save' : 'Add pattern'}
        cancelHref={href(home)}
      >
        <FormSection>
          <TextField name="name" label="Name" maxLength={60} placeholder="Short day" autoComplete="off" />
        </FormSection>
        <FormSection
          title="Periods"
          description="In the order of their times. Lessons are placed in the periods for lessons."
        >
          <NestedRecords name="bells" noun="period" records={records} max={40} compact>
            {({ value, field }) => (
              <div className={classes.row}>
                <ChoiceField name={field('kind')} label="Kind" options={kinds} defaultValue={value?.kind ?? 'lesson'} />
                <TextField
                  name={field('name')}
                  label="Name"
                  maxLength={40}
                  autoComplete="off"
                  defaultValue={value?.name ?? ''}
                />
                <TextField name={field('startsAt')} type="time" label="From" defaultValue={value?.startsAt ?? ''} />
                <TextField name={field('endsAt')} type="time" label="To" defaultValue={value?.endsAt ?? ''} />
              </div>
            )}
          </NestedRecords>
        </FormSection>
      </EditForm>
    </>
  );
}
