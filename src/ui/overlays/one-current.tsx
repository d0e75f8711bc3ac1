import { type FormEvent, type ReactNode, useState } from 'react';
import fields from '../forms/field.module.css';

interface OneCurrentProps {
  /** What can be current: 'term'. */
  noun: string;
  children: ReactNode;
}

/** Checkboxes of which at most one is ticked (3.13, 5.2): ticking one unticks the others, and it says so. */
export function OneCurrent({ noun, children }: OneCurrentProps) {
  const [isReplaced, setIsReplaced] = useState(false);
  const untickOthers = (event: FormEvent<HTMLDivElement>) => {
    const box = event.target as HTMLInputElement;
    if (box.type !== 'checkbox' || !isCurrentBox(box)) return;
    const boxes = event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]:checked');
    const others = [...boxes].filter((other) => other !== box && isCurrentBox(other));
    for (const other of box.checked ? others : []) other.checked = false;
    setIsReplaced(box.checked && others.length > 0);
  };
  return (
    <div onChange={untickOthers}>
      <p className={fields.one} role="status">
        {isReplaced
          ? `Only one ${noun} can be current: the other one was cleared.`
          : `Only one ${noun} can be current. Ticking another one replaces it.`}
      </p>
      {children}
    </div>
  );
}

const isCurrentBox = (box: HTMLInputElement) => /(^|[.[])is_current\]?$/.test(box.name);
