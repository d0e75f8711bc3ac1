import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { promotionInFull } from '../cards/card-promotion.ts';
import { averageOf, gpaOf } from '../cards/card-texts.ts';
import type { VerifiedResult, verifyResultPage } from '../results.pages.ts';

/** Confirms that a printed report card is genuine, and says what it must say. */
export default function VerifyResultPage({ result, institution }: PropsOf<typeof verifyResultPage>) {
  if (result) return <ProvedResult result={result} />;
  return (
    <PageHeader
      title="Result not verified"
      badge={<Badge tone="bad">Not valid</Badge>}
      description={`The result stored by ${institution} under this code isn’t the one that was published. Don’t rely on the paper: ask ${institution}.`}
    />
  );
}

function ProvedResult({ result }: { result: VerifiedResult }) {
  const { institution, replacedOn, average, cgpa, position, promotion } = result;
  return (
    <>
      <PageHeader
        title={`${result.term}, ${result.session}`}
        badge={replacedOn ? <Badge tone="bad">Replaced</Badge> : <Badge tone="good">Valid</Badge>}
        description={
          replacedOn
            ? `This result of ${institution} is no longer valid: it was corrected and published again. Ask for the new report card.`
            : `A genuine result of ${institution}. Compare it with your copy.`
        }
      />
      <DescriptionList
        items={[
          ['Institution', institution],
          ['Student', result.initials],
          ['Class', result.batch],
          ['Courses', result.courses],
          ...(average ? [['Average', averageOf(average)!] as [string, string]] : []),
          ...(cgpa ? [['CGPA', gpaOf(cgpa, result.gpaForm)!] as [string, string]] : []),
          ...(position ? [['Position', position] as [string, string]] : []),
          ...(promotion && !replacedOn ? [['Decision', promotionInFull(promotion)] as [string, string]] : []),
          ['Published', <DateText key="published" value={result.publishedOn} />],
          ...(replacedOn ? [['Replaced', <DateText key="replaced" value={replacedOn} />] as [string, ReactNode]] : []),
        ]}
      />
    </>
  );
}
