import { useState } from 'react';
import { SelectField } from '#ui/forms/select-field.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { AvailabilityForm } from './availability-form.tsx';
import type { ResourceKind } from '../draft/draft.ts';
import making from '../shared/making.module.css';
import { VersionHeader } from '../shared/version-header.tsx';
import type { availabilityPage } from '../timetable.pages.ts';

/** When teachers, batches and rooms are not available, and how much teachers teach. */
export default function AvailabilityPage({ version, draft, employees, can }: PropsOf<typeof availabilityPage>) {
  const words = useWords(version.institutionId);
  const [of, setOf] = useState<ResourceKind>('teacher');
  const [chosen, setChosen] = useState<Partial<Record<ResourceKind, string>>>({});
  const rows = { teacher: employees, batch: draft.batches, room: draft.rooms }[of];
  const id = Number(chosen[of] ?? rows[0]?.id ?? 0);
  const marked = new Set(draft.unavailable.filter((one) => one.of === of).map((one) => one.id));
  const labels = { teacher: 'Teacher', batch: words.batch, room: 'Room' };
  return (
    <>
      <VersionHeader version={version} can={can} />
      <div className={making.foot}>
        <SelectField
          name="of"
          label="Of"
          placeholder={null}
          options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
          value={of}
          onChange={(event) => setOf(event.currentTarget.value as ResourceKind)}
        />
        <SelectField
          name="whose"
          label={labels[of]}
          placeholder={null}
          options={rows.map((row) => ({
            value: String(row.id),
            label: marked.has(row.id) ? `${row.name} (set)` : row.name,
          }))}
          value={String(id)}
          onChange={(event) => setChosen((now) => ({ ...now, [of]: event.currentTarget.value }))}
        />
      </div>
      {id === 0 ? (
        <EmptyState title="Nobody to choose from">Add rooms, or say who teaches which subject.</EmptyState>
      ) : (
        <AvailabilityForm
          key={`${of} ${id} ${version.revision}`}
          version={version}
          draft={draft}
          of={of}
          id={id}
          canEdit={can.edit}
          name={rows.find((row) => row.id === id)?.name ?? ''}
        />
      )}
    </>
  );
}
