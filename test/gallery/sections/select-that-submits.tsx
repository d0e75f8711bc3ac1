import { useState } from 'react';
import { SubmitSelect } from '#ui/session-selector.tsx';

export const title = 'Select that submits';

export default function SelectThatSubmits() {
  const [sent, setSent] = useState<string[]>([]);
  return (
    <form
      aria-label="Choose a fee"
      onSubmit={(event) => {
        event.preventDefault();
        setSent([...sent, String(new FormData(event.currentTarget).get('fee'))]);
      }}
    >
      <SubmitSelect name="fee" label="Fee" value={sent.at(-1) ?? ''}>
        <option value="tuition">Tuition</option>
        <option value="boarding">Boarding</option>
        <option value="bus">Bus</option>
      </SubmitSelect>
      <p role="status">{sent.length > 0 && `Submitted: ${sent.join(', ')}`}</p>
    </form>
  );
}
