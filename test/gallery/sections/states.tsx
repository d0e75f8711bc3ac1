import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { EmptyState, ErrorState, LoadingState, NothingMatches, SkeletonRows } from '#ui/states.tsx';

export const title = 'Empty, loading and error states';

export default function States() {
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Card>
        <LoadingState />
      </Card>
      <SkeletonRows rows={3} />
      <Card>
        <EmptyState title="No students yet" action={<Button tone="primary">Admit student</Button>}>
          Students are the heart of the school’s records.
        </EmptyState>
      </Card>
      <Card>
        <NothingMatches drop={{ label: 'Remove all filters', href: '/gallery' }} />
      </Card>
      <Card>
        <ErrorState message="The figures couldn’t be loaded." action={<Button>Try again</Button>} />
      </Card>
    </div>
  );
}
