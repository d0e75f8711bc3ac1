import { useAddress } from '#ui/hooks/use-address.ts';

/** What opens rows; each figure sets its own and clears the others. */
export const closed = { rows: null, grade: null, outcome: null, extreme: null, point: null };

/** The address of the page with a figure's rows open. */
export function useOpening() {
  const { here } = useAddress();
  return (figure: Record<string, string>) => here({ ...closed, ...figure });
}
