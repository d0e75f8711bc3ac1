import { usePage } from '@inertiajs/react';
import type { ReactNode } from 'react';

function Frame({ children }: { children: ReactNode }) {
  const { message } = usePage().flash as { message?: string };
  return (
    <>
      {message && <p role="alert">{message}</p>}
      {children}
    </>
  );
}

export const layoutFor = () => Frame;
export const loadFrame = () => Promise.resolve();
