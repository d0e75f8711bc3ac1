import { usePoll } from '#ui/hooks/use-poll.ts';
import { useState } from 'react';

const askEvery = 700;

/** Asks again and again for the props that say how far a long act is. Whether the server does not answer meanwhile. */
export function useFollowing(...only: string[]): boolean {
  const [isAway, setAway] = useState(false);
  usePoll(askEvery, {
    only,
    onSuccess: () => setAway(false),
    // Keeps the page and retries.
    onNetworkError: () => {
      setAway(true);
      return false;
    },
  });
  return isAway;
}
