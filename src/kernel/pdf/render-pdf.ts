import { serialize } from 'node:v8';
import { ValidationError, TooMany } from '#kernel/errors.ts';
import type { Progress } from './document.ts';
import { drawingProcess, type Feed } from './drawing-process.ts';
import type { Order } from './pdf.process.ts';

/** The most data, including pictures, that the process accepts for a file. */
const largestData = 64 * 1_048_576;
const longestLine = 20;

interface RenderOptions {
  /** Aborted when nobody waits for the file any more. */
  signal?: AbortSignal;
  longest?: number;
  /** A file that a job makes has a process of its own, so that nobody at a counter waits for 500 bills. */
  inJob?: boolean;
  onProgress?: Progress;
}

const counter = { draw: drawingProcess(), waiting: 0 };
const jobs = { draw: drawingProcess(), waiting: 0 };

/**
 * Makes a PDF in a separate process, one at a time. `layout` is a module whose default export is `(doc, data)`
 * (`Layout` in document.ts); `data` must be cloneable: no functions, pictures as Buffers.
 */
export const renderPdf = <T>(layout: URL, data: T, options: RenderOptions = {}): Promise<Buffer> =>
  drawInTurn(layout, data, options);

/** The same for a streamed layout: returns only the end of the file, the rest was taken. */
export async function drawInTurn<T>(layout: URL, data: T, options: RenderOptions, feed?: Feed): Promise<Buffer> {
  const { longest = 120_000, inJob = false, onProgress = () => {} } = options;
  const order: Order = { layout: layout.href, data: serialize(data) };
  if (order.data.length > largestData)
    throw new ValidationError('file', 'This is too much for one file. Choose fewer records.');
  const line = inJob ? jobs : counter;
  if (line.waiting >= longestLine)
    throw new TooMany(15, 'The server is busy creating other files. Try again in a moment.');
  const late = AbortSignal.timeout(longest);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  line.waiting += 1;
  try {
    return await line.draw(order, signal, onProgress, feed);
  } catch (error) {
    if (late.aborted)
      throw new ValidationError('file', 'The file was not ready in time. Choose fewer records and try again.');
    throw error;
  } finally {
    line.waiting -= 1;
  }
}
