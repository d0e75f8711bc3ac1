import { CountBars } from '#ui/charts/count-bars.tsx';
import { LineChart } from '#ui/charts/line-chart.tsx';
import { Row } from '../row.tsx';

export const title = 'Charts';

const points = [61.2, 58.4, 70, 74.95].map((value, at) => ({
  key: String(at),
  label: `Term ${at + 1}`,
  below: '2025/2026',
  value,
  shown: value.toFixed(2),
}));

export default function Charts() {
  return (
    <>
      <Row label="line">
        <LineChart label="Average" points={points} low={40} high={100} />
      </Row>
      <Row label="bars">
        <CountBars
          caption="Grades"
          head="Grade"
          rows={[
            { label: 'A1', value: 12, href: '#charts' },
            { label: 'B2', value: 7 },
            { label: 'F9', value: 0, href: '#charts' },
          ]}
        />
      </Row>
    </>
  );
}
