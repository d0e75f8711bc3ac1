import { useEffect, useRef } from 'react';
import { IconArrowBackUp, IconBriefcase, IconSearch, IconUser } from '../icons.tsx';

export type People = 'students' | 'employees' | 'guardians';

export interface Entry {
  href: string;
  label: string;
  hint?: string;
  kind: 'screen' | People | 'recent';
}

interface PaletteRowProps {
  id: string;
  entry: Entry;
  first: boolean;
  chosen: boolean;
  onPoint: () => void;
  onGo: () => void;
}

export function PaletteRow({ id, entry, first, chosen, onPoint, onGo }: PaletteRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const Icon = rowIcons[entry.kind];
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    // The combobox has the focus and handles keys (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={chosen}
      data-group={first ? groupTitles[entry.kind] : undefined}
      onClick={onGo}
      onMouseMove={onPoint}
    >
      <Icon size={16} />
      <span>{entry.label}</span>
      {entry.hint && <small>{entry.hint}</small>}
    </div>
  );
}

const rowIcons = {
  screen: IconSearch,
  students: IconUser,
  guardians: IconUser,
  employees: IconBriefcase,
  recent: IconArrowBackUp,
};

const groupTitles = {
  students: 'Students',
  guardians: 'Guardians',
  employees: 'Employees',
  screen: 'Screens',
  recent: 'Recent',
};
