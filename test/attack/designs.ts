import { CUSTOM_DASHLET } from '#ui/plain/constants.ts';
import type { Draft, Surroundings } from './draft.ts';
import { idFor } from './draft-ids.ts';
import type { Ids } from './foreign.ts';
import type { Chance } from './random.ts';
import { graph, report, rule } from './right-designs.ts';
import { designsFrom, lists } from './wild-designs.ts';

const isOfDesigns = /^\/(reports|report-schedules|dashlets|graphs)\b/;

/** What the server takes, so that there are reports and graphs to run, to send, to print and to put on a home. */
function rightFor(url: string, chance: Chance, own: Ids): Record<string, unknown> {
  const second = chance.pick(['', 'batch', 'religion']);
  const split = { ...graph, second_group: second, chart: second ? 'stacked' : 'pie' };
  return {
    ...report,
    ...split,
    design: JSON.stringify(url.startsWith('/graphs') ? split : report),
    mark: JSON.stringify([rule]),
    answers: '{}',
    repeats: 'daily',
    hour: 7,
    sheet: '3x8',
    content: 'person',
    from: chance.pick(lists),
    query: 'gender=male&religion=Islam&sort=-name',
    columns: 'name batch religion own1',
    kind: chance.pick([CUSTOM_DASHLET, 'graph']),
    size: 'small',
    model_name: 'Student',
    model_record: '',
    model_associate_type: 'Student',
    data_filter: 'status:active',
    split_by: 'gender',
    shown_as: 'donut',
    first: '1',
    graph_id: String(idFor(own, 'saved_graph', chance) ?? 1),
    weekday: 1,
    month_day: 'first',
    roles: [idFor(own, 'role', chance)],
    accounts: chance.pick([[], [idFor(own, 'account', chance)]]),
  };
}

/** Puts designs of reports, graphs and dashlets into a request: right ones, right ones with a wrong part, and wild ones. */
export function designWrongly(draft: Draft, { chance, at, own, foreign }: Surroundings): void {
  if (!isOfDesigns.test(draft.route.url)) return;
  const right = rightFor(draft.route.url, chance, own);
  const [field, report] = ['custom_field', 'saved_graph'].map((noun) => idFor(foreign, noun, chance) ?? 880_000_001);
  const wild = designsFrom(chance, at, { field: field!, report: report! });
  const [isRight, isWild] = chance.pick([
    [1, 0],
    [1, 0.15],
    [0, 0.6],
  ] as const);
  const put = (name: string, set: (value: unknown) => void) => {
    if (chance.is(isRight) && Object.hasOwn(right, name)) set(right[name]);
    if (chance.is(isWild) && Object.hasOwn(wild, name)) set(wild[name]!());
  };
  const { body } = draft;
  if (typeof body === 'object' && body !== null)
    for (const name of Object.keys(right))
      if (name in body || (/schedule/.test(draft.route.url) && /^(roles|accounts)$/.test(name)))
        put(name, (value) => Object.assign(body, { [name]: value }));
  for (const pair of draft.query) put(pair[0], (value) => void (pair[1] = String(value)));
}
