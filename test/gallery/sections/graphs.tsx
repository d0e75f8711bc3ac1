import { GraphChart, type ChartKind } from '#ui/charts/graph/graph-chart.tsx';
import { Row } from '../row.tsx';

export const title = 'Graphs';

const names = ['JSS 1 A', 'Government Day Secondary School, Agbado-Ijaiye Annexe', 'Ọláyínká', 'SS 3', 'None'];
const series = ['Female', 'Male', 'Students who receive a scholarship of the state', 'Unknown', 'Others (12)'];
const groupsOf = (count: number) => Array.from({ length: count }, (_, at) => `${names[at % names.length]} ${at + 1}`);

/** Figures that go up and down, the same at each look. */
function graph(count: number, split: number, figure: (at: number) => number | null) {
  const groups = groupsOf(count);
  const text = (value: number) => value.toLocaleString('en-GB', { notation: 'compact' });
  return {
    groups,
    briefGroups: groups,
    series: split > 1 ? series.slice(0, split) : [''],
    tick: text,
    marks: groups.map((_group, at) =>
      Array.from({ length: split }, (_part, part) => {
        const value = figure(at * split + part);
        const shown = value === null ? 'Fewer than 5' : value.toLocaleString('en-GB');
        return { value, shown, brief: value === null ? '<5' : text(value), isHidden: value === null, href: null };
      }),
    ),
  };
}

const wave = (at: number) => 40 + Math.round(36 * Math.sin(at * 1.7));
const money = (at: number) => (at % 3 === 1 ? -1 : 1) * (wave(at) + 1) * 1_234_567_890;

interface Shown {
  label: string;
  kind: ChartKind;
  data: ReturnType<typeof graph>;
  isTime?: boolean;
}

const shown: Shown[] = [
  { label: 'bar, one', kind: 'bar', data: graph(1, 1, wave) },
  { label: 'bar, long names', kind: 'bar', data: graph(5, 1, (at) => (at === 2 ? null : wave(at))) },
  { label: 'bar, below zero', kind: 'bar', data: graph(4, 2, money) },
  { label: 'bar, nothing', kind: 'bar', data: graph(2, 1, () => 0) },
  { label: 'columns', kind: 'bar', data: graph(12, 2, wave), isTime: true },
  { label: 'columns, 50', kind: 'bar', data: graph(50, 1, (at) => (at % 5 ? 0 : wave(at))), isTime: true },
  { label: 'columns, below zero', kind: 'bar', data: graph(6, 1, money), isTime: true },
  { label: 'stacked', kind: 'stacked', data: graph(5, 5, wave) },
  { label: 'line', kind: 'line', data: graph(12, 4, (at) => (at === 9 ? null : wave(at))), isTime: true },
  { label: 'line, one', kind: 'line', data: graph(1, 1, wave), isTime: true },
  { label: 'area', kind: 'area', data: graph(12, 3, wave), isTime: true },
  { label: 'pie', kind: 'pie', data: graph(8, 1, wave) },
  { label: 'pie, one', kind: 'pie', data: graph(1, 1, wave) },
  { label: 'pie, nothing', kind: 'pie', data: graph(2, 1, () => 0) },
  { label: 'heat', kind: 'heat', data: graph(5, 5, (at) => (at === 7 ? null : wave(at) * (at === 4 ? 90 : 1))) },
];

export default function Graphs() {
  return shown.map(({ label, kind, data, isTime = false }) => (
    <Row key={label} label={label}>
      <div style={{ flex: 1, minWidth: 0, maxWidth: 720, background: 'var(--surface)' }}>
        <GraphChart kind={kind} data={data} isTime={isTime} label={`Graph: ${label}`} />
      </div>
    </Row>
  ));
}
