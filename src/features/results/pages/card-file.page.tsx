import { useState } from 'react';
import { usePoll } from '@inertiajs/react';
import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import type { PropsOf } from '#web/page.ts';
import type { cardFilePage } from '../results.pages.ts';

type Props = PropsOf<typeof cardFilePage>;
const askEvery = 700;

/** Many report cards: their progress, then the file. */
export default function CardFilePage({ file }: Props) {
  const { href } = useAddress();
  const isActive = file.state === 'queued' || file.state === 'running';
  return (
    <>
      <PageHeader
        title={`Print ${countOf(file.total, 'report card')}`}
        breadcrumbs={[{ label: 'Marks', href: href('/mark-sheets') }]}
        description={
          isActive
            ? 'You can leave this page. You’ll be notified when the file is ready.'
            : 'The file is deleted after a day.'
        }
      />
      <Card>
        {isActive && <Progress file={file} />}
        {file.state === 'failed' && <p role="alert">{file.failure}</p>}
        {file.state === 'done' && (
          <LinkButton external tone="primary" href={`/card-files/${file.id}/report-cards.pdf`}>
            Download {countOf(file.total, 'report card')} (PDF)
          </LinkButton>
        )}
      </Card>
    </>
  );
}

function Progress({ file }: Props) {
  const [isAway, setAway] = useState(false);
  usePoll(askEvery, {
    only: ['file'],
    onSuccess: () => setAway(false),
    onNetworkError: () => {
      setAway(true);
      return false;
    },
  });
  return (
    <>
      {isAway && <p role="status">The server is not responding. This page retries automatically.</p>}
      <ProgressBar label="Drawing report cards" value={file.done} max={file.total} />
    </>
  );
}
