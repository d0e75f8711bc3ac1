import { z } from 'zod';
import { choice, emptyIsNull, id, line } from '#kernel/schemas.ts';
import { CUSTOM_DASHLET, PLACEHOLDER_OPTION } from '#ui/plain/constants.ts';
import { Answers } from '#features/insight/reports/run/asked.ts';
import { SAVED_GRAPH, shapes, sizes } from '../dashlets.ts';

/** 5.1: the placeholder is no choice. */
const chosen = (max = 80) =>
  z.preprocess(
    (value) =>
      value === undefined || value === PLACEHOLDER_OPTION ? '' : typeof value === 'number' ? String(value) : value,
    z.string().trim().max(max),
  );

/** A dashlet as the form sends it (3.11). What belongs to a custom dashlet is ignored for any other kind (4.14), as is a graph. */
export const DashletFields = z.object({
  kind: z.string({ error: 'Choose a dashlet.' }).trim().min(1, 'Choose a dashlet.').max(80, 'Choose a dashlet.'),
  name: emptyIsNull(line(80, 'The name')),
  size: z.preprocess((value) => value ?? 'small', choice(sizes)),
  model_name: chosen(40),
  model_record: chosen(20),
  model_associate_type: chosen(40),
  data_filter: chosen(),
  shown_as: z.preprocess((value) => (value === '' || value === undefined ? 'figure' : value), choice(shapes)),
  split_by: chosen(40),
  graph_id: chosen(20),
  answers: z.preprocess((value) => (value === '' ? undefined : value), Answers),
});
export type DashletFields = z.infer<typeof DashletFields>;

export const AddDashlet = DashletFields.extend({ institution_id: id, role_id: emptyIsNull(id) });

export const isCustom = ({ kind }: Pick<DashletFields, 'kind'>) => kind === CUSTOM_DASHLET;
export const isGraph = ({ kind }: Pick<DashletFields, 'kind'>) => kind === SAVED_GRAPH;
