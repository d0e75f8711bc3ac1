import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';

export const title = 'Nested records';

const contacts = [
  { id: 7, name: 'Aunt Bisi' },
  { id: 9, name: 'Uncle Musa' },
];

/** Shows what the form would send. */
export default function Nested() {
  const [sent, setSent] = useState('');
  return (
    <form
      aria-label="Contacts"
      style={{ maxWidth: 560, display: 'grid', gap: 12 }}
      onSubmit={(event) => {
        event.preventDefault();
        setSent([...new FormData(event.currentTarget)].map(([name, value]) => `${name}=${String(value)}`).join('\n'));
      }}
    >
      <NestedRecords name="contacts_attributes" noun="contact" records={contacts} max={4}>
        {({ value, field }) => <TextField name={field('name')} label="Name" defaultValue={value?.name} />}
      </NestedRecords>
      <div>
        <Button type="submit" tone="primary">
          Save contacts
        </Button>
      </div>
      {sent && <pre data-sent>{sent}</pre>}
    </form>
  );
}
