import { FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import type { LinkProps } from './guardians.pages.ts';

interface LinkFieldsProps extends Omit<LinkProps, 'student'> {
  firstName: string;
  /** Focus starts here, because nothing above is left to fill in. */
  hasFocus?: boolean;
}

/** The fields of the link: relation and responsibilities. */
export function LinkFields({ firstName, hasFocus, isFirst, relations, hasOwnNextOfKin, link }: LinkFieldsProps) {
  return (
    <FormSection title={`Relation to ${firstName}`}>
      <SelectField
        name="relation"
        label="Relation"
        optional
        autoFocus={hasFocus}
        defaultValue={link?.relation ?? ''}
        options={relations.map((word) => ({ value: word, label: word }))}
      />
      <CheckboxField name="paysFees" label="Pays fees" defaultChecked={link ? link.paysFees : isFirst} />
      <CheckboxField name="mayCollect" label="May collect from school" defaultChecked={link?.mayCollect} />
      <CheckboxField name="receivesSms" label="Receives SMS" defaultChecked={link ? link.receivesSms : true} />
      <CheckboxField
        name="isNextOfKin"
        label="Next of kin"
        defaultChecked={link?.isNextOfKin}
        help={
          hasOwnNextOfKin
            ? 'Called first in an emergency. Replaces the next of kin on the record.'
            : 'Called first in an emergency. Only one guardian can be next of kin.'
        }
      />
    </FormSection>
  );
}
