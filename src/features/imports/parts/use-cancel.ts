import { router } from '@inertiajs/react';
import { confirm } from '#ui/confirm.tsx';
import { kindWords } from '../kinds/kind-words.ts';
import type { ImportHead } from '../imports.pages.ts';

/** Asks, then stops the import. */
export const useCancel = (found: ImportHead) => async () => {
  const yes = await confirm({
    title: `Cancel the import of ${found.fileName}?`,
    body:
      found.state === 'running'
        ? `${kindWords[found.kind].title} already imported row by row stay; the rest is not imported.`
        : 'Nothing has been imported. You can upload the file again.',
    action: 'Cancel the import',
    tone: 'bad',
  });
  if (yes) router.post(`/imports/${found.id}/cancel`);
};
