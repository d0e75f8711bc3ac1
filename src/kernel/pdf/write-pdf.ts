import type { FileHandle } from 'node:fs/promises';
import { drawInTurn } from './render-pdf.ts';

/** Writes a PDF of any length, drawn by a streamed layout in another process, into an open file. */
export async function writePdf(
  file: FileHandle,
  { layout, data }: { layout: URL; data: object },
  batches: AsyncGenerator<string[]>,
  signal: AbortSignal,
): Promise<void> {
  const next = async () => {
    const { value, done } = await batches.next();
    return done ? null : `[${value.join(',')}]`;
  };
  try {
    const end = await drawInTurn(layout, data, { signal }, { next, take: (part) => file.write(part) });
    await file.write(end);
  } finally {
    await batches.return(undefined);
  }
}
