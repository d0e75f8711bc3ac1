/** The file cannot be imported at all; the message tells a clerk why and what to do. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}
