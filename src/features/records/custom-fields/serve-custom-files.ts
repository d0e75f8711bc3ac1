import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import { customFileBytes } from '#kernel/contracts/custom-field.ts';
import { type Tx, type Db, hasKey } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { discardAll, findFile, keepFile, recordStored, type StoredFile, fileStem } from '#kernel/files.ts';
import type { Permission } from '#kernel/permissions.ts';
import { id } from '#kernel/schemas.ts';
import { files as fileRows } from '#kernel/tables.ts';
import { documentKinds, redraw, type FileKind } from '#kernel/uploaded-picture.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { may, type App } from '#web/routes.ts';
import { answerInTurn, receiveFile } from '#web/uploads.ts';
import { pendingPurpose } from './read-custom-value.ts';
import { fieldsWithValues, ownFieldsFrom, valuesOf, type OfPerson, type OwnFields } from './custom-fields.queries.ts';
import { customFields } from './custom-fields.schema.ts';
import { columnsFor, type exportList } from './export-people.ts';
import { cachedQuery, recordId } from '#kernel/database/cached-query.ts';

interface CustomFilePlace {
  entity: Entity;
  /** The entity's path: 'students'. */
  path: string;
  maySee: readonly Permission[];
  mayEdit: readonly Permission[];
  /** The person's institution and the groups the actor can see; NotFound without access to the person. */
  find(tx: Tx, actor: Actor, personId: number): Promise<{ institutionId: number; groups: readonly FieldGroup[] }>;
  /** The groups in the institution's form. */
  groupsIn(actor: Actor, institutionId: number): readonly FieldGroup[];
}

const uploadsAtOnce = 4;
const Sent = z.object({ customFieldId: id });
const Served = Sent.extend({ id });

/**
 * Files in custom fields: uploaded before the form is saved, and downloaded by users with access to the field's group.
 */
export function customFileRoutes(app: App, place: CustomFilePlace): void {
  const { files } = app.services;
  const inTurn = takeTurns(uploadsAtOnce);

  app.post(
    `/${place.path}/custom-fields/:customFieldId/file`,
    { config: may(...place.mayEdit), schema: { params: Sent } },
    async (request, reply) => {
      const { customFieldId } = request.params;
      // Checks access before reading the upload.
      await request.read((db, actor) => fieldOf(db, actor, place, customFieldId));
      const received = await receiveFile(request, {
        field: 'file',
        bytes: customFileBytes,
        kinds: documentKinds,
      });
      return answerInTurn(reply, inTurn, async () => {
        const upload = await customUpload(received);
        const { kept, forgotten } = await recordStored(files, [upload.content], ([stored]) =>
          request.write((tx, actor) => storePending(tx, actor, place, customFieldId, { ...upload, stored: stored! })),
        );
        await discardAll(files, forgotten);
        return reply.send(kept);
      });
    },
  );

  app.get(
    `/${place.path}/:id/custom-fields/:customFieldId/file`,
    // HEAD requests would be recorded as views.
    { config: may(...place.maySee), schema: { params: Served }, exposeHeadRoute: false },
    async (request, reply) => {
      const file = await request.write((tx, actor) => find(tx, actor, place, request.params));
      return reply
        .type(file.mediaType)
        .header('Cache-Control', 'private, no-store')
        .header('Content-Length', file.size)
        .header('Content-Disposition', `attachment; filename*=UTF-8''${quoted(file.name)}`)
        .send(await files.open(file.storedAs));
    },
  );
}

/** RFC 8187. */
const quoted = (name: string) =>
  encodeURIComponent(name).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);

/** The field of a file; NotFound without access to its group. */
async function fieldOf(db: Tx, actor: Actor, place: CustomFilePlace, fieldId: number) {
  const [field] = await db
    .select({ institutionId: customFields.institutionId, group: customFields.fieldGroup, label: customFields.label })
    .from(customFields)
    .where(
      and(
        eq(customFields.id, fieldId),
        eq(customFields.entity, place.entity),
        eq(customFields.type, 'file'),
        isNull(customFields.retiredAt),
      ),
    );
  if (!field || !place.groupsIn(actor, field.institutionId).includes(field.group)) throw new NotFound('field');
  if (!place.mayEdit.some((permission) => can(actor, permission, field.institutionId))) throw new NotAllowed();
  return field;
}

/** Stores an uploaded file until its form is saved; abandoned ones are deleted after a day. */
async function storePending(
  tx: Tx,
  actor: Actor,
  place: CustomFilePlace,
  fieldId: number,
  { name, mediaType, stored }: CustomUpload & { stored: StoredFile },
) {
  const { institutionId } = await fieldOf(tx, actor, place, fieldId);
  const purpose = pendingPurpose(fieldId);
  const fileId = await keepFile(tx, actor, institutionId, { ...stored, name, mediaType, purpose });
  const forgotten = await tx
    .delete(fileRows)
    .where(
      and(
        eq(fileRows.institutionId, institutionId),
        eq(fileRows.purpose, purpose),
        sql`${fileRows.createdAt} < now() - interval '1 day'`,
      ),
    )
    .returning({ storedAs: fileRows.storedAs });
  return { kept: { id: fileId, name, size: stored.size }, forgotten: forgotten.map(({ storedAs }) => storedAs) };
}

async function find(
  tx: Tx,
  actor: Actor,
  place: CustomFilePlace,
  { id: personId, customFieldId }: z.infer<typeof Served>,
) {
  const { institutionId, groups } = await place.find(tx, actor, personId);
  const value = (await valuesOf(tx, institutionId, place.entity, personId, groups))[customFieldId];
  if (typeof value !== 'object' || Array.isArray(value)) throw new NotFound('file');
  const [field] = await tx
    .select({ group: customFields.fieldGroup })
    .from(customFields)
    .where(hasKey(customFields, institutionId, customFieldId));
  const { group } = field!;
  if (group !== 'general')
    await logAccess(tx, actor, {
      institutionId,
      entity: place.entity,
      subjectId: personId,
      groups: [group],
      place: 'file',
    });
  return findFile(tx, institutionId, value.id);
}

type ListExport = Pick<ReturnType<typeof exportList>, 'kind' | 'Asked' | 'read'>;

/** Export routes of a kind of people, such as `/students/export.csv`, and the choice of columns. */
export function exportRoutes(app: App, { kind, Asked, read }: ListExport): void {
  const config = may(kind.permission);
  const at = `/${kind.words.many}`;
  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `${at}/export.${format}`,
      // HEAD requests would create and record the whole export.
      { config, schema: { querystring: Asked }, exposeHeadRoute: false },
      (request, reply) => reply.table(format, (actor, tx) => read(tx, actor, request.query as { columns: string[] })),
    );
  }
  app.get(
    `${at}/export-columns`,
    { config, schema: { querystring: z.object({ institution_id: id.optional() }) } },
    async (request, reply) =>
      reply.send(await request.read((db, actor) => columnsFor(db, actor, kind, request.query.institution_id))),
  );
}

interface CustomUpload {
  name: string;
  mediaType: string;
  content: Buffer;
}

const longestSide = 2400;

/** Stores a PDF unchanged, and re-encodes a picture so that only its pixels remain. */
export async function customUpload(upload: {
  fileName: string;
  content: Buffer;
  kind: FileKind;
}): Promise<CustomUpload> {
  const { content, kind } = upload;
  const stem = fileStem(upload.fileName, 120) || 'File';
  // Programs that read PDF allow some bytes before the mark; here it comes first.
  if (kind === 'pdf') return { name: `${stem}.pdf`, mediaType: 'application/pdf', content };
  // Loaded on the first upload, not at startup.
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  const drawn = await redraw(content, 'file', async (size) => {
    const image = new Transformer(content).rotate();
    if (Math.max(...size) > longestSide)
      image.resize({ width: longestSide, height: longestSide, fit: ResizeFit.Inside });
    return kind === 'png' ? image.png() : kind === 'jpeg' ? image.jpeg(85) : image.webp(85);
  });
  return { name: `${stem}.${kind === 'jpeg' ? 'jpg' : kind}`, mediaType: `image/${kind}`, content: drawn };
}

type Shown = Pick<OfPerson, 'groups' | 'withValues'>;

/**
 * Reads the active custom fields of a kind of record with one person's values. `institution` finds the institution of
 * the person with `recordId`; it or the caller checks access to the person.
 */
export function customFieldsOf(entity: Entity, institution: (actor: Actor) => SQL<number>) {
  const fields = cachedQuery((db, actor, { groups, withValues }: Shown) =>
    fieldsWithValues(db, institution(actor), { entity, personId: recordId, groups, withValues }),
  );
  return async (
    db: Db,
    actor: Actor,
    id: number,
    groups: readonly FieldGroup[],
    withValues: readonly FieldGroup[] = groups,
  ): Promise<OwnFields> => ownFieldsFrom(await fields(db, actor, { groups, withValues }, { id }));
}
