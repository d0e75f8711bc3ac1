import { Card } from '#ui/records/card.tsx';
import { DescriptionList, EmailLink, PhoneLink } from '#ui/records/description-list.tsx';
import { CustomFieldList } from '#features/records/custom-fields/shared/custom-field-list.tsx';
import type { Custom } from './guardians.pages.ts';
import type { GuardianProfile } from './guardian-profile.queries.ts';

/** The guardian's data, in sections. */
export function Overview({ guardian, custom }: { guardian: GuardianProfile; custom?: Custom }) {
  return (
    <>
      <Card title="Personal">
        <DescriptionList
          columns={2}
          items={[
            ['Title', guardian.title],
            ['Surname', guardian.surname],
            ['First name', guardian.firstName],
            ['Middle name', guardian.middleName],
            ['Gender', guardian.gender === 'female' ? 'Female' : guardian.gender && 'Male'],
            ['Nationality', guardian.nationality],
            ['Language', guardian.language],
            ['Mobile', guardian.mobile && <PhoneLink key="mobile" number={guardian.mobile} />],
            ['Phone', guardian.phone && <PhoneLink key="phone" number={guardian.phone} />],
            ['E-mail', guardian.email && <EmailLink key="email" email={guardian.email} />],
          ]}
        />
      </Card>
      <Card title="Work">
        <DescriptionList
          columns={2}
          items={[
            ['Occupation', guardian.occupation],
            ['Employer', guardian.employer],
          ]}
        />
      </Card>
      <Card title="Home">
        <DescriptionList
          columns={2}
          items={[
            ['Country', guardian.country],
            ['State', guardian.state],
            ['LGA', guardian.lga],
            ['City', guardian.city],
            ['Community', guardian.community],
            ['Address', guardian.address],
          ]}
        />
      </Card>
      {custom && custom.fields.length > 0 && (
        <Card title="Other details">
          <CustomFieldList {...custom} person={`/guardians/${guardian.id}`} />
        </Card>
      )}
    </>
  );
}
