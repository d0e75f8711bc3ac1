import { join } from 'node:path';
import { z } from 'zod';
import { allow } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { NotFound } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { importPermission, mayImport } from '../imports.policy.ts';
import {
  findImport,
  listProblems,
  type FoundImport,
  type ImportProblem,
  hiddenFrom,
  withoutHidden,
} from '../imports.jobs.ts';
import { importKinds } from '../kinds/kind-labels.ts';
import { templateFile, templateFor } from './template.ts';
import type { FileHandle } from 'node:fs/promises';
import { csvLine, csvMark } from '#kernel/export/csv.ts';
import { isSecret } from '../engine/headers.ts';
import { openNameless } from '#kernel/export/made-file.ts';
import { openFile, workInTurn } from '../reader/read-table.ts';

const config = may(...mayImport);
const params = z.object({ id });

/** Downloads: the template of a kind, and the rows of an import that have problems. */
export function importFileRoutes(app: App): void {
  const { files, environment } = app.services;
  const folder = join(environment.dataFolder, 'exports');

  app.get(
    '/imports/template.xlsx',
    { config, schema: { querystring: z.object({ kind: z.enum(importKinds), institution_id: id }) } },
    async (request, reply) => {
      const { kind, institution_id: institutionId } = request.query;
      const columns = await request.read((db, actor) => {
        allow(actor, importPermission[kind], institutionId);
        return templateFor(db, actor, institutionId, kind);
      });
      return reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('Content-Disposition', `attachment; filename="${kind}-template.xlsx"`)
        .header('Cache-Control', 'no-store')
        .send(Buffer.from(await templateFile(kind, columns)));
    },
  );

  app.get(
    '/imports/:id/problems.csv',
    { config, schema: { params }, exposeHeadRoute: false },
    async (request, reply) => {
      const found = await request.read((db, actor) => findImport(db, actor, request.params.id));
      const { storedAs } = found;
      if (!storedAs) throw new NotFound('file');
      await request.write((tx, actor) =>
        record(tx, actor, `${found.kind}.import.problems`, {
          institutionId: found.institutionId,
          subject: { type: 'import', id: found.id },
          summary: `downloaded the rows with problems of ${found.fileName}`,
        }),
      );
      const hidden = await hiddenFrom(request, found);
      const next = async (after?: { rowNumber: number; id: number }) =>
        withoutHidden(await request.read((db, actor) => listProblems(db, actor, found.id, 5000, after)), hidden);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const made = await workInTurn(found.institutionId, gone.signal, async () =>
        makeProblemsFile(folder, found, await files.local(storedAs), next, hidden, gone.signal),
      );
      return reply
        .type('text/csv; charset=utf-8')
        .header('Cache-Control', 'no-store')
        .header('Content-Disposition', `attachment; filename="problems-${found.id}.csv"`)
        .send(made.createReadStream({ start: 0 }));
    },
  );
}

/** The guess ignores these headings, so that a corrected file can be imported unchanged. */
const problemHeadings = ['Row in file', 'Problem'];

const rowsATime = 1000;

type NextProblems = (after?: { rowNumber: number; id: number }) => Promise<ImportProblem[]>;

/** The file is finished before it is sent, so that a slow client does not block the reader. */
async function makeProblemsFile(
  folder: string,
  ...[found, path, next, hidden, signal]: Parameters<typeof problemsFile>
): Promise<FileHandle> {
  const file = await openNameless(folder);
  try {
    for await (const lines of problemsFile(found, path, next, hidden, signal)) await file.write(lines);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * The rows with problems as in the file, each with its number and problem, to fix and import again. Cells that a spreadsheet would evaluate are escaped. `next` fetches problems in file order. Cells of `hidden` columns are left blank.
 */
async function* problemsFile(
  found: FoundImport,
  path: string,
  next: NextProblems,
  hidden: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { headers, pieces } = await openFile(path, found.format.format, rowsATime, signal);
  const isWithheld = headers.map((header) => isSecret(header) || hidden.has(header));
  // The heading says so: a word in the cells could be imported as a value.
  const shownHeaders = headers.map((header, at) => (isWithheld[at] ? `${header}: hidden` : header));
  yield csvMark + csvLine([...shownHeaders, ...problemHeadings]);
  const groups = byRow(next);
  let group = await groups.next();
  for await (const { number, cells } of rowsOf(pieces)) {
    if (group.done) return;
    if (number < group.value.row) continue;
    const padded = [
      // With what was corrected already.
      ...cells.map((cell, at) => (isWithheld[at] ? '' : (found.corrections.cells?.[number]?.[at] ?? cell))),
      ...Array<string>(Math.max(0, headers.length - cells.length)).fill(''),
    ];
    yield csvLine([
      ...padded.slice(0, headers.length),
      String(number),
      [...padded.slice(headers.length).map((cell) => `Extra cell: ${cell}`), ...group.value.messages].join(' '),
    ]);
    group = await groups.next();
  }
}

async function* rowsOf<Row>(pieces: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const piece of pieces) yield* piece;
}

async function* byRow(next: NextProblems) {
  let row = 0;
  const messages: string[] = [];
  let page = await next();
  while (page.length) {
    for (const { rowNumber, columnName, message } of page) {
      if (rowNumber !== row && messages.length) yield { row, messages: messages.splice(0) };
      row = rowNumber;
      messages.push(columnName ? `${columnName}: ${message}` : message);
    }
    page = await next(page.at(-1)!);
  }
  if (messages.length) yield { row, messages };
}
