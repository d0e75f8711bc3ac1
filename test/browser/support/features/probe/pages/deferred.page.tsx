import { Deferred, router } from '@inertiajs/react';

export default function DeferredPage({ total }: { total?: number }) {
  return (
    <main>
      <h1>Deferred</h1>
      <button type="button" onClick={() => router.reload({ only: ['total'] })}>
        count again
      </button>
      <Deferred data="total" fallback={<p>counting</p>} rescue={<p>not counted</p>}>
        <p>total {total}</p>
      </Deferred>
    </main>
  );
}
