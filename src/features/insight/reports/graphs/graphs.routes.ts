import { z } from 'zod';
import { openedOf, edits } from '#kernel/edit/edit.ts';
import { may, type App } from '#web/routes.ts';
import { StartOfReport } from '../design/design-page.queries.ts';
import { graphDesignPage, graphPage, reportPage } from '../reports.pages.ts';
import { Answers } from '../run/questions.ts';
import { type RunRequest, type Source, runPage } from '../run/report-to-run.ts';
import { newGraph, savedGraph } from './design/graph-design-page.queries.ts';
import {
  PreviewGraph,
  previewOfGraph,
  checkGraph,
  GraphFields,
  graphOf,
  graphForm,
  graphParts,
} from './design/preview-graph.ts';
import { graphFile } from './files/graph-file.ts';
import { graphProps } from './run/small-graph.ts';
import { graphToRun, rowsOfMark } from './run/run-graph.ts';
import { id } from '#kernel/schemas.ts';
import { allow, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { NamedReport } from '../design/design-fields.ts';
import { insertReport, nameTaken } from '../saved/save-report.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { reportRegistry } from '../engine/usable-fields.ts';
import { savedReports } from '../reports.schema.ts';
import { lockOf, permissionToChange, sizeOf } from '../saved/change-reports.ts';
import { GraphDefinition } from './engine/graph-definition.ts';
import { charts, measureLabels } from './engine/graph-labels.ts';

const params = z.object({ savedGraphId: id });
const Asked = z.object({ answers: Answers });
const Unsaved = Asked.extend({ institution_id: id, design: z.string().max(12_000) });
const OfMark = { mark: z.string().max(4000).default('[]'), after: z.string().max(8000).optional() };
const one = '/graphs/:savedGraphId';
const view = { ...may('reports.view'), isHeavy: true };
const design = may('reports.create');
const heavyDesign = { ...design, isHeavy: true };

/** Graphs: the designer, the page of a graph, and the rows of its marks. */
export function graphRoutes(app: App): void {
  const { reports: parts } = app.product;
  const edit = editGraph(parts);

  app.get(
    '/graphs/new',
    { config: design, schema: { querystring: StartOfReport.pick({ institution_id: true, design: true }) } },
    async (request, reply) =>
      reply.page(graphDesignPage, await request.snapshot((tx, actor) => newGraph(tx, { actor, parts }, request.query))),
  );

  app.post('/graphs/preview', { config: heavyDesign, schema: { body: PreviewGraph } }, async (request, reply) =>
    reply.send(await request.snapshot((tx, actor) => previewOfGraph(tx, actor, parts, request.body))),
  );

  app.post('/graphs', { config: { ...design, once: true }, schema: { body: SaveGraph } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      const saved = await saveGraph(tx, actor, parts, request.body);
      return { flash: `${request.body.name} was saved.`, go: `/graphs/${saved.id}` };
    }),
  );

  app.get(`${one}/edit`, { config: design, schema: { params } }, async (request, reply) => {
    const page = await request.snapshot((tx, actor) => savedGraph(tx, { actor, parts }, request.params.savedGraphId));
    return reply.page(graphDesignPage, { ...page, opened: openedOf(EditGraph, { ...page.report, ...page.design }) });
  });

  app.post(one, { config: design, schema: { params, body: EditGraph } }, async (request, reply) => {
    const { savedGraphId } = request.params;
    await request.write((tx, actor) => edit(tx, actor, savedGraphId, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther(`/graphs/${savedGraphId}`);
  });

  app.get('/graphs/run', { config: heavyDesign, schema: { querystring: Unsaved } }, async (request, reply) =>
    reply.page(graphPage, await graphProps(request, parts, unsaved(request.query), request.query)),
  );

  app.get(one, { config: view, schema: { params, querystring: Asked } }, async (request, reply) =>
    reply.page(graphPage, await graphProps(request, parts, saved(request.params), request.query)),
  );

  app.get(
    '/graphs/run/rows',
    { config: heavyDesign, schema: { querystring: Unsaved.extend(OfMark) } },
    (request, reply) => reply.page(reportPage, rows(request, unsaved(request.query), request.query)),
  );

  app.get(`${one}/rows`, { config: view, schema: { params, querystring: Asked.extend(OfMark) } }, (request, reply) =>
    reply.page(reportPage, rows(request, saved(request.params), request.query)),
  );

  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `/graphs/run.${format}`,
      { config: design, schema: { querystring: Unsaved }, exposeHeadRoute: false },
      (request, reply) =>
        reply.table(format, async (actor, tx) =>
          graphFile(tx, actor, parts, await graphToRun(tx, actor, unsaved(request.query)), request.query.answers),
        ),
    );

    app.get(
      `${one}/figures.${format}`,
      { config: may('reports.view'), schema: { params, querystring: Asked }, exposeHeadRoute: false },
      (request, reply) =>
        reply.table(format, async (actor, tx) =>
          graphFile(tx, actor, parts, await graphToRun(tx, actor, saved(request.params)), request.query.answers),
        ),
    );
  }

  /** The page of a report with the rows of a mark. Its graph has been answered. */
  const rows = (request: RunRequest, source: Source, { mark, after, answers }: z.output<typeof RowsQuery>) =>
    runPage(
      request,
      parts,
      async (tx, actor) =>
        rowsOfMark(actor, parts, await graphToRun(tx, actor, source), { mark, answers, href: graphHref(request.url) }),
      { after },
    );
}

const RowsQuery = Asked.extend(OfMark);

const saved = ({ savedGraphId: reportId }: { savedGraphId: number }): Source => ({ reportId });
const unsaved = (query: z.output<typeof Unsaved>): Source => ({
  institutionId: query.institution_id,
  design: query.design,
});

/** The graph that an address of rows belongs to. */
function graphHref(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://akada.invalid');
  for (const name of ['mark', 'after']) searchParams.delete(name);
  const query = searchParams.toString();
  return `${pathname.replace(/\/rows$/, '')}${query ? `?${query}` : ''}`;
}

const SaveGraph = NamedReport.extend({ ...GraphFields.shape, institution_id: id });

/** Saves a graph under a name. */
async function saveGraph(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institution_id: institutionId, name, description, ...form }: z.output<typeof SaveGraph>,
): Promise<{ id: number }> {
  allow(actor, 'reports.create', institutionId);
  const definition = graphOf(form);
  await checkGraph(tx, { actor, institutionId, parts }, definition);
  return insertReport(tx, actor, { kind: 'graph', institutionId, name, description, definition });
}

const EditGraph = edits(NamedReport.extend(GraphFields.shape));

const plain = (value: unknown) => (value ? String(value).replaceAll('_', ' ') : 'None');
const wordsIn = (labels: Record<string, string>) => (value: unknown) => labels[String(value)] ?? String(value);
const labels = Object.fromEntries(Object.entries(measureLabels).map(([key, { label }]) => [key, label]));

/** Changes a graph. The registry says which fields there are. */
const editGraph = (registry: Required<ReportParts>) =>
  editRecord({
    action: 'reports.edit',
    type: 'saved_report',
    table: savedReports,
    may: permissionToChange,
    fields: EditGraph,
    lock: lockOf('graph'),
    inForm: ({ name, description, definition }) => ({
      name,
      description,
      ...graphForm(GraphDefinition.parse(definition)),
    }),
    together: [graphParts],
    merging: () => ({
      words: {
        subject: (value) => reportRegistry(registry).get(String(value))?.subject.label ?? String(value),
        filters: (value) => sizeOf('filters', String(value)),
        first_group: plain,
        second_group: plain,
        measure_field: plain,
        chart: wordsIn(charts),
        measure: wordsIn(labels),
      },
    }),
    read: ({ input: { name, description, ...form } }) => ({ name, description, definition: graphOf(form) }),
    compare: (before, values) => changesBetween(before, values),
    check: ({ tx, actor, before, values }) =>
      checkGraph(
        tx,
        {
          actor,
          institutionId: before.institutionId,
          parts: registry,
          before: GraphDefinition.parse(before.definition),
        },
        values.definition,
      ),
    taken: () => nameTaken,
    nameOf: ({ values }) => `the graph “${values.name}”`,
  });
