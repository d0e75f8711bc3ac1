import type { ReportFilters } from '../../engine/definition.ts';
import type { OfferedField, OfferedSubject } from '../../design/offer.ts';
import { filtersOf, groupsOf, type GroupDraft, type RuleDraft } from '../../shared/draft.ts';
import type { GraphDesignerPage } from '../design/graph-design-page.queries.ts';
import type { GraphFields } from '../design/preview-graph.ts';
import { charts, type Chart, type GraphOrder, measureLabels, type MeasureKey } from '../engine/graph-labels.ts';

/** A graph that is being designed. */
export interface GraphDraft {
  subject: string;
  joined: 'and' | 'or';
  groups: GroupDraft[];
  first: string;
  firstStep: string;
  second: string;
  secondStep: string;
  measure: MeasureKey;
  measured: string;
  chart: Chart;
  order: GraphOrder;
}

export const emptyGraph = (subject: string): GraphDraft => ({
  subject,
  joined: 'and',
  groups: [],
  first: '',
  firstStep: 'month',
  second: '',
  secondStep: 'month',
  measure: 'count',
  measured: '',
  chart: 'bar',
  order: 'group',
});

/** The draft that the page starts with. */
export function graphDraftOf({ design, labels, subjects }: GraphDesignerPage): GraphDraft {
  if (!design) return emptyGraph(subjects.find(({ isUserType }) => isUserType)?.name ?? subjects[0]?.name ?? '');
  const filters = JSON.parse(design.filters) as ReportFilters;
  return {
    subject: design.subject,
    joined: filters.joined,
    groups: groupsOf(filters, labels),
    first: design.first_group,
    firstStep: design.first_step ?? 'month',
    second: design.second_group ?? '',
    secondStep: design.second_step ?? 'month',
    measure: design.measure,
    measured: design.measure_field ?? '',
    chart: design.chart,
    order: design.order_by,
  };
}

export type FieldsByKey = ReadonlyMap<string, OfferedField>;

/** What the form sends. */
export function graphFieldsOf(
  draft: GraphDraft,
  fields: FieldsByKey,
  isWanted: (rule: RuleDraft) => boolean = () => true,
) {
  const isDay = (key: string) => fields.get(key)?.type === 'day';
  return {
    subject: draft.subject,
    filters: filtersOf(draft, isWanted),
    first_group: draft.first,
    first_step: isDay(draft.first) ? draft.firstStep : '',
    second_group: draft.second,
    second_step: isDay(draft.second) ? draft.secondStep : '',
    measure: draft.measure,
    measure_field: measureLabels[draft.measure].needsField ? draft.measured : '',
    chart: draft.chart,
    order_by: draft.order,
  } satisfies Record<keyof GraphFields, string>;
}

/** Why a chart can't be chosen now; the server refuses the same. */
export function chartProblem(chart: Chart, { second, measure }: GraphDraft): string | null {
  const { stacks } = measureLabels[measure];
  if ((chart === 'stacked' || chart === 'heat') && !second) return 'needs a second group';
  if (chart === 'pie' && second) return 'shows one group only';
  if ((chart === 'stacked' || chart === 'pie' || (chart === 'area' && second)) && !stacks)
    return 'only for numbers, shares and sums';
  return null;
}

/** The draft with another chart where the chosen one doesn't fit any more. */
export const withFittingChart = (draft: GraphDraft): GraphDraft =>
  chartProblem(draft.chart, draft) ? { ...draft, chart: draft.chart === 'area' ? 'line' : 'bar' } : draft;

export const chartNames = Object.entries(charts) as [Chart, string][];

/** Fields of a subject by their groups, as a select lists them. */
export const optionsOf = (offer: OfferedSubject | undefined, isOffered: (field: OfferedField) => boolean) =>
  (offer?.groups ?? [])
    .map(({ label, fields }) => ({
      label,
      options: fields.filter(isOffered).map((field) => ({ value: field.key, label: field.label })),
    }))
    .filter(({ options }) => options.length > 0);
