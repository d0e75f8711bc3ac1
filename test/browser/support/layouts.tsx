import { usePage } from '#ui/hooks/use-page.ts';
import type { ReactNode } from 'react';
import { ConfirmHost } from '#ui/overlays/confirm.tsx';

function Frame({ children }: { children: ReactNode }) {
  const { message } = usePage().flash as { message?: string };
  return (
    <>
      {message && <p role="alert">{message}</p>}
      {children}
      <ConfirmHost />
    </>
  );
}

export const layoutFor = () => Frame;
export const loadFrame = () => Promise.resolve();
