import { useEffect, useRef } from 'react';

const pause = 2000;

/** What was typed during a save, or could not be sent, is sent again: after a pause, and once the network is back. */
export function useSendingAgain(turn: number, isWaiting: () => boolean, save: () => Promise<void>): void {
  const latest = useRef({ isWaiting, save });
  useEffect(() => {
    latest.current = { isWaiting, save };
  });
  useEffect(() => {
    if (turn === 0 || !latest.current.isWaiting()) return;
    const timer = setTimeout(() => void latest.current.save(), pause);
    return () => clearTimeout(timer);
  }, [turn]);
  useEffect(() => {
    const again = () => void latest.current.save();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
}
