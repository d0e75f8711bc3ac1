import type { ReactNode } from 'react';
import { DescriptionList, EmailLink, PhoneLink } from '#ui/records/description-list.tsx';
import { Card } from '#ui/records/card.tsx';
import { recordItems } from '#web/client/record-items.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import { enrolmentOutcomes } from '../enrolment-outcomes.ts';
import { studentFields } from '../students.fields.ts';
import type { StudentProfileProps } from '../students.pages.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import type { ResultSummary } from '../result-summary.ts';

const notDecided = <Secondary>Decided at the end of a session</Secondary>;

/** The student's data, in sections. */
export function OverviewTab({ student, age, kin, nextOfKin, summary }: StudentProfileProps) {
  const words = useTerms(student.institutionId);
  const promotion = student.lastOutcome;
  return (
    <>
      {kin && (
        <p>
          {kin === 'self'
            ? 'The school’s record about you.'
            : `The school’s record about ${student.firstName}, your child.`}{' '}
          If something is wrong, tell the school office.
        </p>
      )}
      <Card title="School">
        <DescriptionList
          columns={2}
          items={[
            ['Admission number', student.admissionNumber],
            ...recordItems(studentFields, student, 'numbers'),
            ['Admitted', <DateText key="admitted" value={student.admissionDate} />],
            ...recordItems(studentFields, student, 'school'),
            ['Programme', student.program],
            [words.class, student.class],
            [words.batch, student.batch],
            ['Academic session', student.session],
            [
              'Promotion',
              promotion
                ? `${enrolmentOutcomes[promotion.outcome]}, ${promotion.class} of ${promotion.session}`
                : notDecided,
            ],
            ...resultItems(summary),
          ]}
        />
      </Card>
      <Card title="Personal">
        <DescriptionList
          columns={2}
          items={[
            ['Surname', student.surname],
            ['First name', student.firstName],
            ['Middle name', student.middleName],
            ['Gender', student.gender === 'female' ? 'Female' : student.gender && 'Male'],
            [
              'Date of birth',
              student.birthDate && (
                <>
                  <DateText value={student.birthDate} /> <Secondary>({age} years)</Secondary>
                </>
              ),
            ],
            ...recordItems(studentFields, student, 'personal'),
            ...(kin
              ? []
              : ([
                  ['Mobile', student.mobile && <PhoneLink key="mobile" number={student.mobile} />],
                  ['Phone', student.phone && <PhoneLink key="phone" number={student.phone} />],
                  ['E-mail', student.email && <EmailLink key="email" email={student.email} />],
                ] as [string, ReactNode][])),
          ]}
        />
      </Card>
      <Card title="Origin and home">
        <DescriptionList
          columns={2}
          items={[
            ['Nationality', student.nationality],
            ['Country', student.country],
            ['State', student.state],
            ['LGA', student.lga],
            ...recordItems(studentFields, student, 'home'),
          ]}
        />
      </Card>
      <Card title="Next of kin">
        {nextOfKin ? (
          <DescriptionList
            columns={2}
            items={[
              ['Name', nextOfKin.name],
              ['Relation', nextOfKin.relation],
              ...(kin
                ? []
                : ([['Phone', nextOfKin.phone && <PhoneLink key="phone" number={nextOfKin.phone} />]] as [
                    string,
                    ReactNode,
                  ][])),
            ]}
          />
        ) : (
          <p>No next of kin recorded.</p>
        )}
      </Card>
    </>
  );
}

type Item = [label: string, value: ReactNode];

const none = 'Available once results are published';

/** Average or CGPA, position and class of the latest published results; families read why they are withheld. */
function resultItems(summary: ResultSummary | null | undefined): Item[] {
  // Which of them there will be follows from how the class is graded, so they are named once they are there.
  if (!summary) return [['Results', said(none)]];
  if ('isWithheld' in summary) return [['Results', said('Withheld because fees are unpaid')]];
  const { session, term, system, average, cumulative, cgpa, position, positionOf, designation } = summary;
  const inTerm = (figure: string | null | false) =>
    figure ? (
      <>
        {figure} <Secondary>{`${term}, ${session}`}</Secondary>
      </>
    ) : (
      said('None')
    );
  const items: Item[] = [];
  if (system === 'average') items.push(['Average', inTerm(average)]);
  if (cumulative && cumulative !== average) items.push(['Cumulative average', cumulative]);
  // Grade points are not ranked, unless the school does.
  if (system === 'average' || position !== null)
    items.push(['Position', inTerm(position !== null && `${position} of ${positionOf}`)]);
  if (system === 'gpa') items.push(['CGPA', cgpa ?? said('None yet')]);
  if (system === 'gpa' || designation) items.push(['Class designation', designation ?? said('None')]);
  return items;
}

const said = (words: string) => <Secondary>{words}</Secondary>;
