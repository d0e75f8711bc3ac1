import type { FastifyRequest } from 'fastify';
import { Refused } from '#kernel/errors.ts';

interface Wanted {
  /** The name of the file's field. */
  field: string;
  bytes: number;
  /** What to say when there is none. */
  none: string;
}

export interface Received {
  fields: Record<string, unknown>;
  content: Buffer;
  fileName: string;
}

/** The one file and the fields of an upload; fields may come before or after the file. */
export async function receiveFile(request: FastifyRequest, { field, bytes, none }: Wanted): Promise<Received> {
  if (!request.isMultipart()) throw new Refused(field, none);
  const fields: Record<string, unknown> = {};
  let file: Pick<Received, 'content' | 'fileName'> | undefined;
  for await (const part of request.parts({ limits: { fileSize: bytes } })) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (part.fieldname === field) file = { content: await contentOf(part, field, bytes), fileName: part.filename };
    else part.file.resume();
  }
  if (!file) throw new Refused(field, none);
  if (file.content.length === 0) throw new Refused(field, 'This file is empty. Choose another one.');
  return { fields, ...file };
}

const contentOf = (part: { toBuffer(): Promise<Buffer> }, field: string, bytes: number) =>
  part.toBuffer().catch((error: { code?: string }) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw error;
    throw new Refused(
      field,
      `The file is larger than ${Math.round(bytes / 1_048_576)} MB. Make it smaller, then send it again.`,
    );
  });
