import { FormSection } from '#ui/edit-form.tsx';
import { CheckboxField } from '#ui/fields.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { LinkProps } from '../guardians.pages.ts';

interface LinkFieldsProps extends Omit<LinkProps, 'student'> {
  firstName: string;
  /** Nothing is left to be filled in above. */
  isFirst?: boolean;
}

/** What a guardian is to this child, and for what he or she answers. */
export function LinkFields({ firstName, isFirst, relations, hasOwnNextOfKin, link }: LinkFieldsProps) {
  return (
    <FormSection title={`To ${firstName}`}>
      <SelectField
        name="relation"
        label="Relation"
        optional
        autoFocus={isFirst}
        defaultValue={link?.relation ?? ''}
        options={relations.map((word) => ({ value: word, label: word }))}
      />
      <CheckboxField name="paysFees" label="Pays fees" defaultChecked={link?.paysFees} />
      <CheckboxField name="mayCollect" label="May collect from school" defaultChecked={link?.mayCollect} />
      <CheckboxField name="receivesSms" label="Receives SMS" defaultChecked={link ? link.receivesSms : true} />
      <CheckboxField
        name="isNextOfKin"
        label="Next of kin"
        defaultChecked={link?.isNextOfKin}
        help={
          hasOwnNextOfKin
            ? 'Called first in an emergency. Takes the place of the next of kin written in the record.'
            : 'Called first in an emergency. Only one guardian can be.'
        }
      />
    </FormSection>
  );
}
