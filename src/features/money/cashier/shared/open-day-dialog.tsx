import { type FormEvent } from 'react';
import { router } from '@inertiajs/core';
import { Button } from '#ui/button.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useRemote } from '#web/client/remote.ts';

interface OpenDayDialogProps {
  open: boolean;
  institutionId: number;
  currency: string;
  onClose: () => void;
}

/** Opens the cashier's day with the change in the drawer. */
export function OpenDayDialog({ open, institutionId, currency, onClose }: OpenDayDialogProps) {
  const { send, busy, errors, message } = useRemote();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const opening_float = String(form.get('opening_float') || '0');
    if (await send('post', '/cashier-days', { institutionId, opening_float })) router.reload({ onSuccess: onClose });
  };
  return (
    <Dialog open={open} onClose={onClose} title="Open your cashier session">
      <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 16 }}>
        <MoneyField
          name="opening_float"
          label="Float"
          help="The change in your drawer now. Leave it empty if there is none."
          optional
          currency={currency}
          error={errors['opening_float'] ?? (message || undefined)}
        />
        <div>
          <Button type="submit" tone="primary" loading={busy}>
            Open session
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
