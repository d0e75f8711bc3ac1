import type { DashletView } from '#kernel/contracts/dashlet.ts';
import type { SmallGraph } from '#features/insight/reports/graphs/run/small-graph.ts';

export const shapes = {
  figure: 'Figure with trend',
  list: 'List',
  bars: 'Bars',
  donut: 'Donut',
  line: 'Line',
  calendar: 'Calendar',
} as const;
export type Shape = keyof typeof shapes;

export const sizes = { small: 'Small', wide: 'Wide' } as const;
export type DashletSize = keyof typeof sizes;

/** What a custom dashlet counts. */
export interface CustomDashlet {
  model_name: string;
  /** Null for all records. */
  model_record: number | null;
  model_associate_type: string;
  data_filter: string;
  shown_as: Shape;
  split_by: string | null;
}

/** The kind of a dashlet that shows a saved graph. */
export const SAVED_GRAPH = 'graph';

export interface GraphOfDashlet {
  /** Null once it was deleted. */
  id: number | null;
  /** To its questions, by their places. */
  answers: Record<string, string[]> | null;
}

/** A dashlet of an arrangement; without an id, it belongs to none that was saved. */
export interface DashletItem {
  id: number | null;
  kind: string;
  name: string | null;
  size: DashletSize;
  custom: CustomDashlet | null;
  /** Of the kind 'graph'. */
  graph?: GraphOfDashlet;
}

/** What a dashlet has to say to its viewer, or why it says nothing. */
export type DashletContent =
  | { state: 'shown'; view: DashletView }
  | { state: 'drawn'; drawing: SmallGraph }
  /** With the page that helps, if there is one. */
  | { state: 'empty' | 'gone' | 'no access' | 'failed'; message: string; href?: string };

/** A dashlet as it is drawn. */
export interface ShownDashlet extends DashletItem {
  label: string;
  description: string | null;
  loaded: DashletContent;
}

/** A role or an institution. */
export interface NamedPlace {
  id: number;
  name: string;
}

/** An arrangement, and what its viewer may do with it. */
export interface BoardProps {
  institutionId: number;
  institutions: NamedPlace[];
  /** The role whose arrangement it is; null for the viewer's own. */
  role: NamedPlace | null;
  /** Whether this arrangement is the viewer's or the role's own, and not what it starts with. */
  isArranged: boolean;
  /** Roles that the viewer may arrange. */
  roles: NamedPlace[];
}

export interface ShownBoard extends BoardProps {
  dashlets: ShownDashlet[];
}
