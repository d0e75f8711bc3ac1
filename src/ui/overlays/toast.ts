import { useSyncExternalStore } from 'react';

type Tone = 'good' | 'bad' | 'info';

export interface ToastInput {
  message: string;
  tone?: Tone;
  /** `action` is a URL to POST to (from a server flash), `run` a function. */
  undo?: { label?: string } & ({ action: string; run?: never } | { run: () => void | Promise<void>; action?: never });
}

export type Toast = ToastInput & { id: number; tone: Tone; at: number; isLeaving?: true };

/** How long Undo is offered. */
export const UNDO_MS = 10_000;
/** 4.6: how long a closed message takes to fade. */
export const FADE_MS = 150;
// Errors stay until dismissed; of the rest only the newest three.
const NEWS_SHOWN = 3;
const VISIT_KEPT = 50;

interface Messages {
  /** Messages on the page. */
  shown: readonly Toast[];
  /** All messages since the page was loaded, latest first. */
  visit: readonly Toast[];
}

let messages: Messages = { shown: [], visit: [] };
let lastId = 0;
const listeners = new Set<() => void>();

const set = (next: Partial<Messages>) => {
  messages = { ...messages, ...next };
  for (const listener of listeners) listener();
};

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows a message in the notifications area. A repeated message replaces the first. */
export const toast = (input: ToastInput) => {
  const id = (lastId += 1);
  const added: Toast = { tone: 'info', ...input, id, at: Date.now() };
  const others = messages.shown.filter((t) => t.isLeaving || t.message !== added.message || t.tone !== added.tone);
  const news = others.filter((t) => t.tone !== 'bad').slice(added.tone === 'bad' ? -NEWS_SHOWN : 1 - NEWS_SHOWN);
  set({
    shown: [...others.filter((t) => t.tone === 'bad' || news.includes(t)), added],
    visit: [added, ...messages.visit].slice(0, VISIT_KEPT),
  });
  return id;
};

const remove = (ids: ReadonlySet<number>) => set({ shown: messages.shown.filter((t) => !ids.has(t.id)) });

function leave(ids: ReadonlySet<number>) {
  if (isStill()) return remove(ids);
  set({ shown: messages.shown.map((t) => (ids.has(t.id) ? { ...t, isLeaving: true } : t)) });
  setTimeout(() => remove(ids), FADE_MS);
}

export const dismissToast = (id: number) => leave(new Set([id]));
export const dismissToasts = () => leave(new Set(messages.shown.map((t) => t.id)));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const useMessages = () =>
  useSyncExternalStore(
    subscribe,
    () => messages,
    () => messages,
  );

export const useToasts = () => useMessages().shown;
export const useVisit = () => useMessages().visit;
