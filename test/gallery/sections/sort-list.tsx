import { useState } from 'react';
import { SortList } from '#ui/sort-list/sort-list.tsx';
import { Row } from '../row.tsx';

export const title = 'Sortable list';

const rows = ['Library', 'Laboratory', 'Sports', 'Music'].map((name, at) => ({ id: at + 1, name }));

export default function Orders() {
  const [saved, setSaved] = useState('');
  const save = async (ids: number[]) => {
    setSaved(ids.join(', '));
    return true;
  };
  return (
    <>
      <Row label="saved">
        <div>
          <SortList label="Features" rows={rows} nameOf={({ name }) => name} onOrder={save}>
            {({ name }) => name}
          </SortList>
          <p>Saved: {saved || 'nothing yet'}</p>
        </div>
      </Row>
      <Row label="refused: goes back">
        <SortList
          label="Kept"
          rows={rows.slice(0, 2)}
          nameOf={({ name }) => `${name} here`}
          onOrder={async () => false}
        >
          {({ name }) => name}
        </SortList>
      </Row>
    </>
  );
}
