import { createElement, lazy, type ReactNode } from 'react';
import { partOf } from '#web/client/part-of.ts';
import type { ProfileProps } from '../../profile.ts';

// Loaded on demand, as they are opened less often.
const Documents = lazy(() => import('../documents.tsx').then((module) => ({ default: module.Documents })));
const ProfileHistory = lazy(() =>
  import('./profile-history.tsx').then((module) => ({ default: module.ProfileHistory })),
);

export interface RecordTab {
  /** The last part of its address; none for the overview. */
  name: string;
  label: string;
  isShown?: boolean;
  count?: number;
  body: () => ReactNode;
}

/** The last ones of every record. */
export const commonTabs = ({ can, documents, history, older }: ProfileProps, here: string): RecordTab[] => [
  {
    name: 'documents',
    label: 'Documents',
    isShown: can.documents,
    body: () => documents && <Documents {...documents} action={`${here}/documents`} />,
  },
  {
    name: 'history',
    label: 'History',
    isShown: can.history,
    body: () => <ProfileHistory history={history ?? []} older={older ?? null} />,
  },
];

/** Tabs of other features, loaded when opened. */
export const addedTabs = ({ addedTabs: tabs = [], added }: ProfileProps): RecordTab[] =>
  tabs.map(({ name, label }) => ({
    name,
    label,
    body: () => {
      const component = added && partOf(added.files);
      return component && createElement(component, { ...added.props });
    },
  }));
