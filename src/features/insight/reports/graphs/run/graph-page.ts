import type { Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import type { ReportHeading, Source } from '../../run/report-to-run.ts';
import type { Chart } from '../engine/graph-words.ts';
import { mayExport } from '../files/graph-file.ts';
import { graphToRun } from './graph-to-run.ts';
import { runGraph, type Answers, type GraphResult } from './run-graph.ts';

export interface GraphPage extends GraphResult {
  report: ReportHeading & { subject: string };
  chart: Chart;
  /** Whether its reader may have its figures as a file. */
  canExport: boolean;
  /** The answers in the address. */
  answers: Record<string, string[]> | null;
  /** The graph in the address, if it isn’t saved. */
  design: string | null;
}

export interface GraphRequest {
  url: string;
  snapshot<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
}

/** The props of a graph’s page. */
export const graphProps = (
  request: GraphRequest,
  parts: Required<ReportParts>,
  source: Source,
  { answers }: { answers?: Answers },
): Promise<GraphPage> =>
  request.snapshot(async (tx, actor) => {
    const found = await graphToRun(tx, actor, source);
    const { definition, ...report } = found;
    const result = await runGraph(tx, actor, parts, found, answers);
    return {
      ...result,
      canExport: result.graph !== null && mayExport(actor, parts, found),
      report: { ...report, subject: definition.subject },
      chart: definition.chart,
      answers: answers ?? null,
      design: 'design' in source ? source.design : null,
    };
  });
