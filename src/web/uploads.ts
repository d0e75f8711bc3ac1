import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ValidationError } from '#kernel/errors.ts';
import type { takeTurns } from '#kernel/export/turns.ts';
import { discardOnError, type Files, type StoredFile } from '#kernel/files.ts';
import { fileKindOf, wrongKind, type FileKind } from '#kernel/uploaded-picture.ts';

interface Wanted<Fields extends z.ZodObject> {
  /** The name of the file's field, in the form and in errors: 'photo'. */
  field: string;
  bytes: number;
  /** Advice for a file that is too large. */
  tooLarge?: string;
  /** The other fields. */
  fields?: Fields;
}

interface Received<Fields extends z.ZodObject> {
  fields: z.infer<Fields>;
  /** Without the folder that some browsers send. */
  fileName: string;
}

const none = z.object({});

/**
 * The one file of an upload, in memory, with the other fields. Its type is determined by its first bytes, not its name.
 */
export async function receiveFile<Fields extends z.ZodObject = typeof none>(
  request: FastifyRequest,
  { kinds, ...wanted }: Wanted<Fields> & { kinds: readonly FileKind[] },
): Promise<Received<Fields> & { content: Buffer; kind: FileKind }> {
  const { kept: content, ...received } = await receive(request, wanted, async (parts) => {
    const chunks: Buffer[] = [];
    for await (const chunk of parts) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  const kind = fileKindOf(content);
  if (!kind || !kinds.includes(kind)) throw wrongKind(wanted.field, kinds);
  return { ...received, content, kind };
}

/** The same for a file too large for memory: it is stored, and the caller discards it unless it is recorded. */
export async function receiveStoredFile<Fields extends z.ZodObject = typeof none>(
  request: FastifyRequest,
  files: Files,
  wanted: Wanted<Fields>,
): Promise<Received<Fields> & { stored: StoredFile }> {
  const stored: StoredFile[] = [];
  return discardOnError(files, stored, async () => {
    const { kept, ...received } = await receive(request, wanted, async (content) => {
      const file = await files.store(content, { bytes: wanted.bytes, field: wanted.field });
      stored.push(file);
      return file;
    });
    return { ...received, stored: kept };
  });
}

/**
 * Fields may come before or after the file. Reads to the end even if it is refused: browsers read the answer only then.
 */
async function receive<Fields extends z.ZodObject, Kept>(
  request: FastifyRequest,
  wanted: Wanted<Fields>,
  keep: (content: AsyncIterable<Buffer>) => Promise<Kept>,
): Promise<Received<Fields> & { kept: Kept }> {
  const { field } = wanted;
  const refuse = (message: string) => new ValidationError(field, message);
  if (!request.isMultipart()) throw refuse(`Choose a ${field}.`);
  const fields: Record<string, unknown> = {};
  let file: { kept: Kept; fileName: string; isEmpty: boolean; isTooLarge: boolean } | undefined;
  const limits = { fileSize: wanted.bytes, files: 1 };
  for await (const part of request.parts({ limits, throwFileSizeLimit: false } as object)) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (part.fieldname !== field) part.file.resume();
    else {
      const kept = await keep(part.file);
      const { bytesRead, truncated } = part.file;
      file = { kept, fileName: baseName(part.filename), isEmpty: bytesRead === 0, isTooLarge: truncated };
    }
  }
  // A form without a chosen file sends one without a name.
  if (!file || (file.isEmpty && !file.fileName)) throw refuse(`Choose a ${field}.`);
  if (file.isEmpty) throw refuse('The file is empty. Choose another one.');
  if (file.isTooLarge)
    throw refuse(
      `The file is larger than ${Math.round(wanted.bytes / 1_048_576)} MB. ${wanted.tooLarge ?? 'Choose a smaller one.'}`,
    );
  const { kept, fileName } = file;
  return { kept, fileName, fields: readFields(wanted.fields ?? (none as unknown as Fields), fields) };
}

function readFields<Fields extends z.ZodObject>(schema: Fields, sent: Record<string, unknown>): z.infer<Fields> {
  const { success, data, error } = schema.safeParse(sent);
  if (success) return data;
  const errors = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]));
  const [field, message] = Object.entries(errors)[0]!;
  throw new ValidationError(field, message, errors);
}

const baseName = (name: string): string =>
  name
    .split(/[\\/]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/** Answers when it is the request's turn; a client that has disconnected gets nothing. */
export async function answerInTurn(
  reply: FastifyReply,
  inTurn: ReturnType<typeof takeTurns>,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  try {
    return await inTurn(gone.signal, answer);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    return reply.hijack();
  }
}

interface SentFile {
  mediaType: string;
  size: number;
  storedAs: string;
}

/** Sends an uploaded file to a signed-in user: it is not kept, and runs nothing, whatever its type. */
export const sendStored = async (
  reply: FastifyReply,
  files: Files,
  file: SentFile,
  disposition: string,
): Promise<FastifyReply> =>
  reply
    .header('Cache-Control', 'private, no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', `default-src 'none'; sandbox`)
    .header('Content-Length', file.size)
    .header('Content-Disposition', disposition)
    .type(file.mediaType)
    .send(await files.open(file.storedAs));

/** Pictures are shown, other papers saved: their own names may say too much. */
export const paperDisposition = ({ mediaType }: Pick<SentFile, 'mediaType'>): string =>
  mediaType === 'image/jpeg' ? 'inline; filename="paper.jpg"' : 'attachment; filename="paper.pdf"';
