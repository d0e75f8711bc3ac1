import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';

export default function DeferredPage({ total }: { total?: number }) {
  const isLost = usePage().rescuedProps?.includes('total');
  const counted = total === undefined ? 'counting' : `total ${total}`;
  return (
    <main>
      <h1>Deferred</h1>
      <button type="button" onClick={() => router.reload({ only: ['total'] })}>
        count again
      </button>
      <p>{isLost ? 'not counted' : counted}</p>
    </main>
  );
}
