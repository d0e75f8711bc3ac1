/** How long a provider is asked about a payment that it has not confirmed. */
export const askForHours = 72;

/** After this, one that nobody paid counts as given up; it is still credited if the money comes later. */
export const giveUpAfterHours = 2;

/** Minutes until the provider is asked again, by how often it has been. */
const pauses = [1, 1, 2, 3, 5, 10, 15, 30, 60, 120];

/** When to ask again; null once three days have passed. */
export function nextCheck({ checks, createdAt }: { checks: number; createdAt: Date }, now = Date.now()): Date | null {
  const next = now + pauses[Math.min(checks, pauses.length - 1)]! * 60_000;
  const last = createdAt.getTime() + askForHours * 3_600_000;
  if (now >= last) return null;
  return new Date(Math.min(next, last));
}
