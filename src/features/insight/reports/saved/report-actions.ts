import type { ReportKind } from '../reports.schema.ts';

/** The page that runs a saved report. */
export const openedWith = ({ id, kind }: { id: number; kind: ReportKind }) =>
  kind === 'graph' ? `/graphs/${id}` : `/reports/${id}`;
