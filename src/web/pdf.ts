import type { FastifyReply } from 'fastify';
import { TooMany } from '#kernel/errors.ts';
import { renderPdf } from '#kernel/pdf/render-pdf.ts';
import { safeFileName } from '#kernel/file-name.ts';
import type { App, PdfAnswer } from './routes.ts';

/** The most PDFs that one user can wait for. */
const waitedForEach = 3;

/** Answers with PDFs: shown in the browser, or saved. */
export function registerPdf(app: App): void {
  const begin = countWaiting();

  app.decorateReply(
    'pdf',
    async function (this: FastifyReply, { title, layout, data, save = false, commit }: PdfAnswer) {
      const { request, raw } = this;
      // Visitors have no account: an address counts as one.
      const end = begin(request.maybeActor?.accountId ?? request.ip);
      const gone = new AbortController();
      raw.once('close', () => gone.abort());
      try {
        const drawn = () => renderPdf(layout, data, { signal: gone.signal });
        let content = await drawn();
        // The client has gone, so nothing was printed.
        gone.signal.throwIfAborted();
        // The data changed while the PDF was drawn, so it is drawn again.
        for (let now = await commit?.(data); now; now = await commit?.(data)) {
          data = now;
          content = await drawn();
        }
        return this.type('application/pdf')
          .header('Content-Length', content.length)
          .header('Content-Disposition', `${save ? 'attachment' : 'inline'}; filename="${safeFileName(title)}.pdf"`)
          .header('Cache-Control', 'no-store')
          .send(content);
      } catch (error) {
        if (gone.signal.aborted) return this.hijack();
        throw error;
      } finally {
        end();
      }
    },
  );
}

function countWaiting() {
  const counts = new Map<number | string, number>();
  return (user: number | string) => {
    const count = counts.get(user) ?? 0;
    if (count >= waitedForEach)
      throw new TooMany(
        10,
        `${waitedForEach} of your files are still being created. Wait until they finish, then try again.`,
      );
    counts.set(user, count + 1);
    return () => {
      const left = counts.get(user)! - 1;
      if (left > 0) counts.set(user, left);
      else counts.delete(user);
    };
  };
}
