import { parentPort } from 'node:worker_threads';
import type { Page } from '@inertiajs/core';
import { drawPreview } from './draw.tsx';
import type { PreviewAnswer, PreviewRequest } from './previews.ts';

const port = parentPort!;
port.on('message', ({ id, page, isNarrow }: PreviewRequest) => {
  const answer = (answered: Omit<PreviewAnswer, 'id'>) => port.postMessage({ id, ...answered } satisfies PreviewAnswer);
  void Promise.resolve()
    .then(() => drawPreview(JSON.parse(page) as Page, isNarrow))
    .then(
      (html) => answer({ html }),
      (error: unknown) => answer({ html: null, problem: String(error) }),
    );
});
