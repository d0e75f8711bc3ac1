import { useEffect, useRef } from 'react';

const pause = 2000;
const longest = 30_000;

interface Sending {
  isWaiting: () => boolean;
  /** Sendings that failed, one after the other. */
  failures: () => number;
  save: () => Promise<void>;
}

/**
 * What was typed during a save, or could not be sent, is sent again: after a pause that grows with each failure, and
 * once the network is back.
 */
export function useSendingAgain(turn: number, sending: Sending): void {
  const latest = useRef(sending);
  useEffect(() => {
    latest.current = sending;
  });
  useEffect(() => {
    if (turn === 0 || !latest.current.isWaiting()) return;
    const timer = setTimeout(
      () => void latest.current.save(),
      Math.min(longest, pause * 2 ** Math.max(0, latest.current.failures() - 1)),
    );
    return () => clearTimeout(timer);
  }, [turn]);
  useEffect(() => {
    const again = () => void latest.current.save();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
}
