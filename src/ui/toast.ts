import { useSyncExternalStore } from 'react';

export type Tone = 'good' | 'bad' | 'info';

export interface ToastInput {
  message: string;
  tone?: Tone;
  /** `action` is an address to POST to (as the server's flash sends), `run` anything else. */
  undo?: { label?: string } & ({ action: string; run?: never } | { run: () => void | Promise<void>; action?: never });
}

export type Toast = ToastInput & { id: number; tone: Tone };

/** ui.md: what can be undone is done at once, with an Undo for ten seconds. */
export const UNDO_MS = 10_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const set = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Says what happened, in the corner; the newest three stay. */
export const toast = (input: ToastInput) => {
  const id = (lastId += 1);
  set([...toasts.slice(-2), { tone: 'info', ...input, id }]);
  return id;
};

export const dismissToast = (id: number) => set(toasts.filter((t) => t.id !== id));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useToasts = () =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  );
