import type { RestrictedGroup } from '#kernel/field-groups.ts';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Secondary } from '#ui/text.tsx';
import { OwnFieldsCard } from './own-fields-card.tsx';
import type { StudentProfileProps } from '../students.pages.ts';

/** What few may see; that it was shown is written down. */
export function PrivateTab({ student, restricted, kin }: StudentProfileProps) {
  if (!restricted) return null;
  const { groups, health, religion, own } = restricted;
  const of = (group: RestrictedGroup, title: string) => (
    <OwnFieldsCard own={own} studentId={student.id} group={group} title={title} />
  );
  return (
    <>
      <p>
        <Secondary>
          {kin
            ? 'Only you, and those at the school who need it, see this. The school keeps a log of who looked.'
            : 'Few people see this page. Your visit is noted, with your name and the time.'}
        </Secondary>
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
      {of('health', 'More on health')}
      {groups.includes('religion') && (
        <Card title="Religion">
          <DescriptionList columns={2} items={[['Religion', religion]]} />
        </Card>
      )}
      {of('religion', 'More on religion')}
      {of('private', 'Private')}
    </>
  );
}
