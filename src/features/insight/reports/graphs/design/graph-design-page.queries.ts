import type { z } from 'zod';
import { can, institutionInView } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { labelsIn } from '../../design/choices.queries.ts';
import { offersFor, type DesignerPage, type Designing, type StartOfReport } from '../../design/design-page.queries.ts';
import { findReport, permissionToChange } from '../../saved/change-reports.ts';
import type { Usable } from '../../engine/usable-fields.ts';
import { GraphDefinition } from '../engine/graph-definition.ts';
import { graphIn } from '../run/run-graph.ts';
import { graphForm, type GraphFields } from './preview-graph.ts';

export interface GraphDesignerPage extends Omit<DesignerPage, 'design' | 'presets' | 'leftOut' | 'goneCount'> {
  design: GraphFields | null;
}

/** The designer of a new graph, or of one that was run without saving. */
export async function newGraph(
  db: Db,
  { actor, parts }: Designing,
  { institution_id, design: run }: Pick<z.infer<typeof StartOfReport>, 'institution_id' | 'design'>,
): Promise<GraphDesignerPage> {
  const institutionId = institutionInView(actor, institution_id, 'reports.create');
  const definition = run === undefined ? null : graphIn(run);
  const { usables, page } = await offersFor(db, { actor, parts, institutionId }, definition?.subject);
  const usable = usables.find(({ subject }) => subject.name === definition?.subject);
  return {
    ...withoutPresets(page),
    report: null,
    institutionId,
    ...(usable && definition ? await designOf(db, usable, definition) : { design: null, closed: {}, labels: {} }),
  };
}

/** The designer of a saved graph. */
export async function savedGraph(db: Db, { actor, parts }: Designing, reportId: number): Promise<GraphDesignerPage> {
  const report = await findReport(db, actor, reportId, 'graph');
  const { institutionId, id, name, description } = report;
  if (!can(actor, permissionToChange(actor, report), institutionId)) throw new NotAllowed();
  const definition = GraphDefinition.parse(report.definition);
  const { usables, page } = await offersFor(db, { actor, parts, institutionId }, definition.subject);
  const usable = usables.find(({ subject }) => subject.name === definition.subject);
  if (!usable) throw new NotAllowed('You don’t have access to the records of this graph.');
  return {
    ...withoutPresets(page),
    institutionId,
    institutions: [],
    report: { id, name, description },
    ...(await designOf(db, usable, definition)),
  };
}

const withoutPresets = <Page extends { presets: unknown }>({ presets: _, ...page }: Page) => page;

const designOf = async (db: Db, usable: Usable, definition: GraphDefinition) => ({
  design: graphForm(definition),
  closed: Object.fromEntries(usable.closed),
  labels: await labelsIn(db, usable, definition.filters),
});
