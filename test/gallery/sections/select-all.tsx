import { useState } from 'react';
import { DataTable } from '#ui/lists/data-table.tsx';
import { SelectAll } from '#ui/lists/select-all.tsx';

export const title = 'Select-all';

const people = [
  { id: 1, name: 'Obi, Ada', phone: '0803 123 4567' },
  { id: 2, name: 'Bello, Sani', phone: '0803 765 4321' },
  { id: 3, name: 'Okafor, Ngozi', phone: '' },
];

export default function SelectAllSection() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set([2]));
  return (
    <div style={{ display: 'grid', gap: 24 }}>
      <form aria-label="Recipients" style={{ maxWidth: 460 }}>
        <SelectAll label="Select all recipients">
          <ul>
            {people.map((one) => (
              <li key={one.id}>
                <label>
                  <input type="checkbox" name="recipient_ids[]" value={one.id} disabled={!one.phone} />
                  {one.name} {!one.phone && '(no phone number)'}
                </label>
              </li>
            ))}
          </ul>
        </SelectAll>
      </form>
      <DataTable
        name="gallery-people"
        caption="People"
        columns={[
          { key: 'name', title: 'Name', primary: true, render: (row) => row.name },
          { key: 'phone', title: 'Phone', card: 'line', render: (row) => row.phone },
        ]}
        rows={people}
        rowLabel={(row) => row.name}
        selection={{ selected, onChange: setSelected }}
      />
    </div>
  );
}
