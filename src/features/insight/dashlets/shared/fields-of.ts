import type { DashletItem } from '../dashlets.ts';

/** A dashlet as the form would send it, to be loaded by itself. */
export const fieldsOf = ({
  kind,
  custom,
  graph,
}: Pick<DashletItem, 'kind' | 'custom' | 'graph'>): Record<string, string> => ({
  kind,
  ...(custom && {
    model_name: custom.model_name,
    model_associate_type: custom.model_associate_type,
    model_record: String(custom.model_record ?? 'all'),
    data_filter: custom.data_filter,
    shown_as: custom.shown_as,
    split_by: custom.split_by ?? '',
  }),
  ...(graph && { graph_id: String(graph.id ?? ''), answers: graph.answers ? JSON.stringify(graph.answers) : '' }),
});
