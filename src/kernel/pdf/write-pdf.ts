import type { FileHandle } from 'node:fs/promises';
import { drawInTurn } from './render-pdf.ts';

const longestInJob = 40 * 60_000;

/** Writes a PDF of any length, drawn by a streamed layout in another process, into an open file. */
export async function writePdf(
  file: FileHandle,
  { layout, data }: { layout: URL; data: object },
  batches: AsyncGenerator<string[]>,
  { signal, inJob }: { signal: AbortSignal; inJob: boolean },
): Promise<void> {
  const next = async () => {
    const { value, done } = await batches.next();
    return done ? null : `[${value.join(',')}]`;
  };
  const options = { signal, inJob, ...(inJob && { longest: longestInJob }) };
  try {
    const end = await drawInTurn(layout, data, options, { next, take: (part) => file.write(part) });
    await file.write(end);
  } finally {
    await batches.return(undefined);
  }
}
