import { usePoll } from '@inertiajs/react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { PropsOf } from '#web/page.ts';
import { kindWords } from '../kinds/kind-words.ts';
import { importCrumbs } from '../parts/import-crumbs.ts';
import { useCancel } from '../parts/use-cancel.ts';
import type { importProgress } from '../imports.pages.ts';

const askEvery = 700;

/** A check or an import at work; when it is done the same address answers with what came of it. */
export default function ImportProgressPage({ import: found }: PropsOf<typeof importProgress>) {
  usePoll(askEvery, { only: ['import'] });
  const cancel = useCancel(found);
  const isRunning = found.state === 'running';
  return (
    <>
      <PageHeader
        title={found.fileName}
        breadcrumbs={importCrumbs(found.kind)}
        description="You may leave this page: the work goes on without you."
      />
      <Card tour="import-progress">
        <ProgressBar
          label={isRunning ? `Importing ${kindWords[found.kind].many}` : 'Checking rows'}
          value={found.done}
          max={found.rowCount}
        />
        <p style={{ marginTop: 16 }}>
          <Button onClick={cancel}>Cancel</Button>
        </p>
      </Card>
    </>
  );
}
