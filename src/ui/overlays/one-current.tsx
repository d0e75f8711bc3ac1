import type { FormEvent, ReactNode } from 'react';

/** Checkboxes of which at most one is ticked (3.13, 5.2): ticking one unticks the others. */
export function OneCurrent({ children }: { children: ReactNode }) {
  const untickOthers = (event: FormEvent<HTMLDivElement>) => {
    const box = event.target as HTMLInputElement;
    if (box.type !== 'checkbox' || !box.checked || !isCurrentBox(box)) return;
    for (const other of event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
      if (other !== box && isCurrentBox(other)) other.checked = false;
    }
  };
  return <div onChange={untickOthers}>{children}</div>;
}

const isCurrentBox = (box: HTMLInputElement) => /(^|[.[])is_current\]?$/.test(box.name);
