import { useEffect, useRef, useState } from 'react';

/** Keeps what is typed a moment after the last key, so that a closed phone loses nothing. */
const pause = 1500;

const told = {
  saved: 'Saved',
  failed: 'Not saved yet: no connection. Your entries stay here.',
  elsewhere: 'Another window has changed this part. Save to compare.',
};

export function useAutosave(opened: string) {
  // Which window writes, and how often it has: the server tells it from another one, and late from new.
  const turn = useRef({ window: '', count: 0 });
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState('');
  useEffect(() => {
    const element = form.current!;
    let timer = 0;
    let sending: Promise<void> = Promise.resolve();
    let isOver = false;
    const { current } = turn;
    current.window ||= Math.random().toString(36).slice(2, 14);
    const takeTurn = () => {
      current.count += 1;
      (element.elements.namedItem('window') as HTMLInputElement).value = `${current.window}.${current.count}`;
    };
    const send = async () => {
      if (isOver) return;
      takeTurn();
      const body = new URLSearchParams([...new FormData(element)].map(([name, value]) => [name, String(value)]));
      body.set('autosave', '1');
      const headers = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
      try {
        const answer = await fetch(element.action, { method: 'POST', body, headers, keepalive: true });
        if (answer.status === 409) {
          isOver = true;
          setState(told.elsewhere);
        } else setState(answer.ok ? told.saved : told.failed);
      } catch {
        setState(told.failed);
      }
    };
    const later = () => {
      clearTimeout(timer);
      setState('');
      timer = window.setTimeout(() => void (sending = sending.then(send)), pause);
    };
    const now = () => {
      if (document.visibilityState !== 'hidden' || !timer) return;
      clearTimeout(timer);
      sending = sending.then(send);
      timer = 0;
    };
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
    };
    const submit = () => {
      stop();
      takeTurn();
    };
    element.addEventListener('input', later);
    element.addEventListener('submit', submit);
    document.addEventListener('visibilitychange', now);
    return () => {
      stop();
      element.removeEventListener('input', later);
      element.removeEventListener('submit', submit);
      document.removeEventListener('visibilitychange', now);
    };
  }, [opened]);
  return { form, state };
}
