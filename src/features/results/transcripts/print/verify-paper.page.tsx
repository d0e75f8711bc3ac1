import { Badge } from '#ui/badge.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText } from '#ui/text.tsx';
import { gpaOf } from '#features/results/results/cards/card-texts.ts';
import type { PropsOf } from '#web/page.ts';
import { paperKinds } from '../papers/paper-content.ts';
import type { verifyPaperPage } from '../transcripts.pages.ts';

/** Confirms that a printed transcript or statement is genuine, and says what it must say. */
export default function VerifyPaperPage({ paper }: PropsOf<typeof verifyPaperPage>) {
  const { institution, kind, number, revokedOn, isReplaced, system, overall, completedOn, terms, courses } = paper;
  const name = paperKinds[kind].toLowerCase();
  const description = revokedOn
    ? `${institution} revoked this ${name}. Don’t accept it.`
    : isReplaced
      ? `A genuine ${name} of ${institution}. A newer one has been issued since: ask whether this one is up to date.`
      : `A genuine ${name} of ${institution}. Compare it with your copy.`;
  return (
    <>
      <PageHeader
        title={`${paperKinds[kind]} ${number}`}
        badge={
          revokedOn ? (
            <Badge tone="bad">Revoked</Badge>
          ) : isReplaced ? (
            <Badge tone="gold">Newer one issued</Badge>
          ) : (
            <Badge tone="good">Valid</Badge>
          )
        }
        description={description}
      />
      <DescriptionList
        items={[
          ['Institution', institution],
          ['Student', paper.initials],
          ['Issued to', paper.recipient],
          ['Programme', paper.program],
          ...(terms === null ? [] : [row('Terms', terms), row('Courses', courses ?? 0)]),
          ...(system === 'gpa' ? [row('Units passed', paper.unitsPassed)] : []),
          row(
            system === 'gpa' ? 'CGPA' : kind === 'statement' ? 'Average' : 'Mean of the terms',
            gpaOf(overall, paper.gpaForm),
          ),
          ...(paper.designation ? [row('Class', paper.designation)] : []),
          ...(completedOn ? [row('Completed on', <DateText key="completed" value={completedOn} />)] : []),
          row('Issued on', <DateText key="issued" value={paper.issuedOn} />),
          ...(revokedOn ? [row('Revoked on', <DateText key="revoked" value={revokedOn} />)] : []),
        ]}
      />
    </>
  );
}

const row = (label: string, value: React.ReactNode): [string, React.ReactNode] => [label, value];
