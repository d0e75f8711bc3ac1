import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { correctedOn } from '../cards/card-texts.ts';
import { ReportCardView } from '../cards/report-card-view.tsx';
import type { publishedResultPage } from '../results.pages.ts';

/** A published report card, as families read it. */
export default function PublishedResultPage(props: PropsOf<typeof publishedResultPage>) {
  const { id, card, design, institutionId, isReplaced, canCorrect } = props;
  const { href } = useAddress();
  const words = useTerms(institutionId);
  const { student } = card;
  return (
    <>
      <PageHeader
        title={card.layout === 'college' ? 'Semester result' : 'Report card'}
        description={correctedOn(card) ?? undefined}
        badge={isReplaced ? <Badge tone="bad">Replaced</Badge> : undefined}
        breadcrumbs={[{ label: 'Results', href: href(`/students/${student.id}/results`) }]}
        action={
          <>
            {canCorrect && <LinkButton href={href(`/published-results/${id}/correction`)}>Correct</LinkButton>}
            <LinkButton tone="primary" external href={`/published-results/${id}/report-card.pdf`}>
              Download PDF
            </LinkButton>
          </>
        }
      />
      <ReportCardView card={card} design={design} words={words} />
    </>
  );
}
