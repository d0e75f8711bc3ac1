import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { useEffect } from 'react';
import { toast, type ToastInput } from '#ui/overlays/toast.ts';
import { Toaster } from '#ui/overlays/toaster.tsx';
import { explain, remote } from '../client/remote.ts';

/** Runs a toast's undo, then reloads the page. */
async function undo(address: string) {
  try {
    const { json } = await remote<{ message?: string } | undefined>('POST', address);
    toast({ message: json?.message ?? 'Undone.', tone: 'good' });
    router.reload();
  } catch (error) {
    toast({ message: explain(error).message, tone: 'bad' });
  }
}

/** The messages in the corner: the server's (page.flash) and the page's own. */
export function Toasts() {
  const flash = usePage().flash as Partial<ToastInput>;
  useEffect(() => {
    if (flash?.message) toast(flash as ToastInput);
  }, [flash]);
  return <Toaster onUndo={undo} />;
}
