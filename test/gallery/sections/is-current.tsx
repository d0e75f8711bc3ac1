import { CheckboxField } from '#ui/forms/fields.tsx';
import { OneCurrent } from '#ui/overlays/one-current.tsx';

export const title = 'Only one is current';

export default function IsCurrent() {
  return (
    <OneCurrent noun="session">
      <fieldset style={{ display: 'grid', gap: 8 }}>
        <legend>Which session is the current one?</legend>
        {['2025/2026', '2026/2027', '2027/2028'].map((name, at) => (
          <CheckboxField key={name} name={`sessions[${at}][is_current]`} label={name} defaultChecked={at === 1} />
        ))}
        <CheckboxField name="is_open" label="Open for enrolment (not in the group)" defaultChecked />
      </fieldset>
    </OneCurrent>
  );
}
