import { Card } from '#ui/records/card.tsx';
import { PanelTabs } from '#ui/records/panel-tabs.tsx';

export const title = 'Sub-menu tabs';

export default function Panels() {
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Card flush>
        <PanelTabs
          label="Registration"
          tabs={[
            {
              id: 'registered',
              label: 'Registered',
              panel: <p style={{ padding: 16 }}>120 students are registered.</p>,
            },
            { id: 'terms', label: 'Terms', panel: <p style={{ padding: 16 }}>There are three terms.</p> },
            { id: 'courses', label: 'Courses', panel: <p style={{ padding: 16 }}>There are eleven courses.</p> },
          ]}
        />
      </Card>
      <Card flush>
        <PanelTabs
          label="Report"
          tabs={[
            { id: 'report-graph', label: 'Graph', panel: <p style={{ padding: 16 }}>A graph.</p> },
            { id: 'report-table', label: 'Table', panel: <p style={{ padding: 16 }}>A table.</p> },
          ]}
        />
      </Card>
    </div>
  );
}
