import { router } from '@inertiajs/core';
import { confirm } from '#ui/overlays/confirm.tsx';
import { kindLabels } from './kinds/kind-labels.ts';
import type { ImportHead } from './imports.pages.ts';

/** The label of the button and its confirmation, which must differ from the dialog's Cancel button. */
export const cancelLabel = ({ state }: ImportHead) => (state === 'running' ? 'Stop import' : 'Discard import');

/** Asks, then stops the import. */
export const useCancel = (found: ImportHead) => async () => {
  const isRunning = found.state === 'running';
  const yes = await confirm({
    title: `${isRunning ? 'Stop' : 'Discard'} the import of ${found.fileName}?`,
    body: isRunning
      ? `${kindLabels[found.kind].title} already imported remain; the rest is not imported. You can undo the import afterwards.`
      : 'Nothing has been imported. You can upload the file again.',
    action: cancelLabel(found),
    tone: 'bad',
  });
  if (yes) router.post(`/imports/${found.id}/cancel`);
};
