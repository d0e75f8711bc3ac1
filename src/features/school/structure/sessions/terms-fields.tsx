import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import { OneCurrent } from '#ui/overlays/one-current.tsx';
import type { TermRow } from './sessions.queries.ts';

const names = ['First Term', 'Second Term', 'Third Term'];

/** The terms of a session as nested records (3.12, 4.20), at most one of them the current one (3.13). */
export function TermsFields({ terms }: { terms: TermRow[] }) {
  return (
    <OneCurrent noun="term">
      <NestedRecords name="terms" noun="term" records={terms} max={12}>
        {({ value: term, field, at }) => (
          <>
            <TextField
              name={field('name')}
              label="Name"
              defaultValue={term?.name ?? names[at - 1] ?? ''}
              maxLength={60}
            />
            <FieldRow>
              <DatePickerField name={field('startsOn')} label="First day" defaultValue={term?.startsOn} />
              <DatePickerField name={field('endsOn')} label="Last day" defaultValue={term?.endsOn} />
            </FieldRow>
            <CheckboxField name={field('is_current')} label="Current term" defaultChecked={term?.isCurrent} />
          </>
        )}
      </NestedRecords>
    </OneCurrent>
  );
}
