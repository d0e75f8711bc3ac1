import { FormSection } from '#ui/forms/edit-form.tsx';
import { countOf } from '#ui/format.ts';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { DateOrder } from './engine/date-order.ts';
import type { DateProof, FileDates } from './engine/file-dates.ts';

interface DateOrderSectionProps {
  dates: FileDates;
  chosen: DateOrder | null;
}

/** Says how dates such as 03/04/2015 are read in this file, what shows it, and asks if nothing does. */
export function DateOrderSection({ dates, chosen }: DateOrderSectionProps) {
  const { order, isUnknown, isMixed, proofs } = dates;
  return (
    <FormSection title="Dates" tour="import-dates" description={<Evidence {...dates} />}>
      {!isMixed && (
        <SelectField
          name="dateOrder"
          label={isUnknown ? 'Which comes first in dates?' : 'Date format'}
          placeholder={isUnknown ? undefined : null}
          defaultValue={chosen ?? (isUnknown ? '' : order)}
          options={[
            { value: 'dmy', label: 'Day first: 03/04/2015 is 3 April 2015' },
            { value: 'mdy', label: 'Month first: 03/04/2015 is 4 March 2015' },
          ]}
          help={
            proofs.length > 1
              ? 'Values that only fit the other format are reported as problems, with their rows.'
              : undefined
          }
        />
      )}
    </FormSection>
  );
}

function Evidence({ either, example, isUnknown, isMixed, proofs }: FileDates) {
  const both = `${countOf(either, 'date')} can be read both ways${example ? `, for example ${example}` : ''}.`;
  return (
    <>
      {either > 0 && <span>{both} </span>}
      {isUnknown && <span>No date in the file shows which way is meant. </span>}
      {proofs.map((proof) => (
        <span key={proof.order}>{sentence(proof)} </span>
      ))}
      {isMixed && <span>The columns differ, so choose the format of each column above.</span>}
    </>
  );
}

const sentence = ({ value, row, header, order }: DateProof) =>
  `${value} (“${header}”, row ${row}) can only be ${order === 'dmy' ? 'day first' : 'month first'}.`;
