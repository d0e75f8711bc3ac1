import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { phoneText } from '#ui/format.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import { CustomFieldList } from '#features/records/custom-fields/shared/custom-field-list.tsx';
import type { EmployeeProfileProps } from './employees.pages.ts';

/** The restricted groups that the viewer can see. Opening the tab was logged. */
export function PrivateTab({
  groups,
  fields,
  places,
  age,
  customFields,
  custom,
  isOwn,
  person,
}: NonNullable<EmployeeProfileProps['private']> & { isOwn: boolean; person: string }) {
  return (
    <>
      {!isOwn && <Secondary>Restricted. Every view is logged.</Secondary>}
      {groups.includes('private') && (
        <>
          <Card title="Personal">
            <DescriptionList
              columns={2}
              items={[
                [
                  'Date of birth',
                  fields.birthDate && (
                    <>
                      <DateText value={fields.birthDate} /> <Secondary>({age} years)</Secondary>
                    </>
                  ),
                ],
                ['Marital status', fields.maritalStatus],
                ['Nationality', places?.nationality],
              ]}
            />
          </Card>
          <Card title="Home">
            <DescriptionList
              columns={2}
              items={[
                ['Country', places?.country],
                ['State', places?.state ?? fields.stateName],
                ['LGA', places?.lga],
                ['City', fields.city],
                ['Community', fields.community],
                ['Address', fields.address],
              ]}
            />
          </Card>
          <Card title="Next of kin">
            <DescriptionList
              columns={2}
              items={[
                ['Name', fields.nextOfKinName],
                ['Relation', fields.nextOfKinRelation],
                [
                  'Phone',
                  fields.nextOfKinPhone && (
                    <a key="phone" href={`tel:${fields.nextOfKinPhone}`}>
                      {phoneText(fields.nextOfKinPhone)}
                    </a>
                  ),
                ],
              ]}
            />
          </Card>
        </>
      )}
      {groups.includes('health') && (
        <Card title="Health">
          <DescriptionList
            columns={2}
            items={[
              ['Blood group', fields.bloodGroup],
              ['Genotype', fields.genotype],
            ]}
          />
        </Card>
      )}
      {groups.includes('religion') && (
        <Card title="Religion">
          <DescriptionList columns={2} items={[['Religion', fields.religion]]} />
        </Card>
      )}
      {customFields.length > 0 && (
        <Card title="Other details">
          <CustomFieldList fields={customFields} values={custom} person={person} />
        </Card>
      )}
    </>
  );
}
