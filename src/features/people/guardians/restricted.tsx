import { fieldGroups, fieldGroupWords } from '#kernel/contracts/field-groups.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Secondary } from '#ui/text.tsx';
import { CustomFieldList } from '#features/records/custom-fields/shared/custom-field-list.tsx';
import type { GuardianProfileProps } from './guardians.pages.ts';

/** Restricted data. Opening the tab was logged. */
export function Restricted({ guardian, religion, custom }: GuardianProfileProps) {
  const own = fieldGroups.flatMap((group) => {
    const fields = custom?.fields.filter((field) => field.group === group) ?? [];
    return fields.length ? { group, fields } : [];
  });
  return (
    <>
      <p>
        <Secondary>Restricted. Every view is logged.</Secondary>
      </p>
      {religion && (
        <Card title="Religion">
          <DescriptionList columns={2} items={[['Religion', religion.word]]} />
        </Card>
      )}
      {own.map(({ group, fields }) => (
        <Card key={group} title={group === 'religion' ? 'Religion: other details' : fieldGroupWords[group]}>
          <CustomFieldList fields={fields} values={custom!.values} person={`/guardians/${guardian.id}`} />
        </Card>
      ))}
    </>
  );
}
