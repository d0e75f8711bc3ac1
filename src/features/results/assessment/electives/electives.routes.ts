import { z } from 'zod';
import { discardAll } from '#kernel/files.ts';
import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { id } from '#kernel/schemas.ts';
import { readSmallTable, type FileProblem, type SmallTable } from '#features/people/imports/reader/read-table.ts';
import { may, type App } from '#web/routes.ts';
import { receiveStoredFile } from '#web/uploads.ts';
import { electivesPage } from '../setup.queries.ts';
import {
  AssignElectives,
  assignElectives,
  lockElectives,
  electivesPageProps,
  type Elective,
  type ElectiveStudent,
} from './assign-electives.ts';
import { ChooseByRule, chooseByRule } from './choose-by-rule.ts';
import { ValidationError } from '#kernel/errors.ts';
import { searchable } from '#kernel/searchable.ts';
import { clean } from '#features/people/imports/engine/headers.ts';
import { splitList } from '#features/people/imports/engine/lists.ts';
import { readYesNo } from '#features/people/imports/engine/value-readers.ts';

const params = z.object({ id });
const config = may('students.edit');
const at = '/batches/:id/electives';

/** The electives of a whole class arm: by list, by rule and by file. */
export function electiveRoutes(app: App): void {
  const { files } = app.services;
  app.get(at, { config, schema: { params } }, async (request, reply) =>
    reply.page(electivesPage, await request.snapshot((db, actor) => electivesPageProps(db, actor, request.params.id))),
  );

  app.post(
    at,
    {
      config: { ...config, ...allowedForOwnFamily('One’s own family is skipped; a colleague chooses for it.') },
      schema: { params, body: AssignElectives },
    },
    async (request, reply) => {
      const { choices, replace } = request.body;
      const message = await request.write(async (tx, actor) =>
        assignElectives(
          tx,
          actor,
          await lockElectives(tx, actor, request.params.id),
          choices.map((choice) => ({ studentId: choice.student_id, offeringId: choice.offering_id })),
          { isReplacing: replace },
        ),
      );
      return reply.send({ message });
    },
  );

  app.post(`${at}/rule`, { config, schema: { params, body: ChooseByRule } }, async (request, reply) =>
    reply.send({
      message: await request.write((tx, actor) => chooseByRule(tx, actor, request.params.id, request.body)),
    }),
  );

  app.post(`${at}/check`, { config: { ...config, isHeavy: true }, schema: { params } }, async (request, reply) => {
    // Checked before the upload is read.
    const { batch, electives, students } = await request.snapshot((db, actor) =>
      electivesPageProps(db, actor, request.params.id),
    );
    const { stored } = await receiveStoredFile(request, files, { field: 'file', bytes: 2_000_000 });
    try {
      const table = await readSmallTable(files, batch.institutionId, stored, 'marks');
      return reply.send(checkElectivesFile(table, electives, students));
    } finally {
      await discardAll(files, [stored.storedAs]);
    }
  });
}

export interface CheckedElectives {
  choices: { student_id: number; offering_id: number }[];
  /** The first of them in words. */
  preview: { name: string; elective: string }[];
  same: number;
  problems: FileProblem[];
}

const mostShown = 12;

/**
 * Reads who takes which elective: beside a column of admission numbers, columns with the elective's title or code in
 * the cells, or an elective as the heading and "yes" in the cells. Nothing is written.
 */
function checkElectivesFile(
  { headers, rows }: SmallTable,
  electives: Elective[],
  students: ElectiveStudent[],
): CheckedElectives {
  const byNumber = new Map(students.map((student) => [searchable(student.number), student]));
  const byName = new Map(electives.flatMap((one) => [one.title, one.code].map((name) => [searchable(name), one])));
  const cellsOf = (at: number) => rows.map(({ cells }) => searchable(clean(cells[at] ?? '')));
  const hits = headers.map((_, at) => cellsOf(at).filter((cell) => byNumber.has(cell)).length);
  const numberAt = hits.indexOf(Math.max(...hits));
  if (numberAt < 0 || hits[numberAt] === 0)
    throw new ValidationError(
      'file',
      'No column has admission numbers of this class. Add one, or choose the file of this class.',
    );
  const columns = headers.flatMap((header, at) => {
    const heading = byName.get(searchable(header));
    const named = electives.some(({ group }) => searchable(group) === searchable(header));
    const isOne = named || /elective|option|subject/i.test(header) || cellsOf(at).some((cell) => byName.has(cell));
    return at === numberAt || !(heading || isOne) ? [] : [{ at, heading }];
  });
  if (columns.length === 0)
    throw new ValidationError(
      'file',
      `No column has an elective of this class: ${electives.map(({ title }) => title).join(', ')}.`,
    );
  const found: CheckedElectives = { choices: [], preview: [], same: 0, problems: [] };
  for (const { number: row, cells } of rows) {
    const number = clean(cells[numberAt] ?? '');
    const problem = (message: string) => found.problems.push({ row, message });
    const student = byNumber.get(searchable(number));
    if (!student) {
      if (number) problem(`No student of this class has the number ${number}.`);
      continue;
    }
    const chosen = columns.flatMap(({ at, heading }): Elective[] => {
      const cell = clean(cells[at] ?? '');
      if (heading) return readYesNo(cell) || /^[x✓✔]$/i.test(cell) ? [heading] : [];
      return splitList(cell)
        .filter(Boolean)
        .flatMap((name) => {
          const elective = byName.get(searchable(name));
          if (!elective) problem(`“${name}” isn’t an elective of this class.`);
          return elective ?? [];
        });
    });
    for (const [group, some] of Map.groupBy(new Set(chosen), (one) => one.group)) {
      const [elective, another] = some;
      if (another) problem(`${student.name} can take one of ${group}: ${elective!.title} or ${another.title}.`);
      else if (student.chosen.includes(elective!.id)) found.same += 1;
      else {
        found.choices.push({ student_id: student.id, offering_id: elective!.id });
        if (found.preview.length < mostShown) found.preview.push({ name: student.name, elective: elective!.title });
      }
    }
  }
  return found;
}
