import type { FastifyRequest } from 'fastify';
import { Refused } from '#kernel/errors.ts';
import { pictureBytes } from './encode-picture.ts';

interface Received {
  fields: Record<string, unknown>;
  content: Buffer;
  fileName: string;
}

/** The one file and the fields of an upload; fields may come before or after the file. */
export async function receivePicture(request: FastifyRequest): Promise<Received> {
  if (!request.isMultipart()) throw new Refused('picture', 'Choose a picture.');
  const fields: Record<string, unknown> = {};
  let file: Pick<Received, 'content' | 'fileName'> | undefined;
  for await (const part of request.parts({ limits: { fileSize: pictureBytes } })) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (part.fieldname === 'picture') file = { content: await contentOf(part), fileName: part.filename };
    else part.file.resume();
  }
  if (!file) throw new Refused('picture', 'Choose a picture.');
  if (file.content.length === 0) throw new Refused('picture', 'This file is empty. Choose a picture.');
  return { fields, ...file };
}

const contentOf = (part: { toBuffer(): Promise<Buffer> }) =>
  part.toBuffer().catch((error: { code?: string }) => {
    if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw error;
    throw new Refused('picture', 'The picture is larger than 12 MB. Make it smaller, then upload it again.');
  });
