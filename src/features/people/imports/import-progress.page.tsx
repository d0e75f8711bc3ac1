import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProgressBar } from '#ui/records/progress-bar.tsx';
import { useFollowing } from '#web/client/use-following.ts';
import type { PropsOf } from '#web/page.ts';
import { kindLabels } from './kinds/kind-labels.ts';
import { importCrumbs } from './import-crumbs.ts';
import { Notice } from './notice.tsx';
import { Stack } from './stack.tsx';
import { cancelLabel, useCancel } from './use-cancel.ts';
import type { ImportState } from './import-state.ts';
import type { importProgress } from './imports.pages.ts';

/** A running check, import or undo; once it is done the same URL shows the result. */
export default function ImportProgressPage({ import: found, isWaiting }: PropsOf<typeof importProgress>) {
  const isAway = useFollowing('import', 'isWaiting');
  const cancel = useCancel(found);
  return (
    <>
      <PageHeader
        title={found.fileName}
        breadcrumbs={importCrumbs(found.kind)}
        description="You can leave this page. The import continues in the background."
      />
      <Stack>
        {isAway && (
          <Notice tone="gold">The server is not responding. This page retries automatically. Your file is safe.</Notice>
        )}
        {!isAway && isWaiting && (
          <Notice>Another import of {found.institution} is running. This one starts automatically afterwards.</Notice>
        )}
        <Card tour="import-progress">
          <ProgressBar
            label={labelOf(found.state, kindLabels[found.kind].many)}
            value={found.done}
            max={found.rowCount}
          />
          {found.state !== 'undoing' && (
            <p style={{ marginTop: 16 }}>
              <Button onClick={cancel} disabled={isAway}>
                {cancelLabel(found)}
              </Button>
            </p>
          )}
        </Card>
      </Stack>
    </>
  );
}

const labelOf = (state: ImportState, many: string) =>
  state === 'undoing' ? 'Undoing the import' : state === 'running' ? `Importing ${many}` : 'Checking rows';
