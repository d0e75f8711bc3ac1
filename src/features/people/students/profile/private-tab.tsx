import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Secondary } from '#ui/text.tsx';
import { CustomFieldsCard } from './custom-fields-card.tsx';
import type { StudentProfileProps } from '../students.pages.ts';

/** Restricted data. Opening the tab was logged. */
export function PrivateTab({ student, restricted, kin }: StudentProfileProps) {
  if (!restricted) return null;
  const { groups, health, religion, own } = restricted;
  const of = (group: RestrictedGroup, title: string) => (
    <CustomFieldsCard own={own} studentId={student.id} group={group} title={title} />
  );
  return (
    <>
      <p>
        <Secondary>{kin ? 'Restricted. The school logs every view.' : 'Restricted. Every view is logged.'}</Secondary>
      </p>
      {health && (
        <Card title="Health">
          <DescriptionList
            columns={2}
            items={[
              ['Blood group', health.bloodGroup],
              ['Genotype', health.genotype],
            ]}
          />
        </Card>
      )}
      {of('health', 'Health: other details')}
      {groups.includes('religion') && (
        <Card title="Religion">
          <DescriptionList columns={2} items={[['Religion', religion]]} />
        </Card>
      )}
      {of('religion', 'Religion: other details')}
      {of('private', 'Private')}
    </>
  );
}
