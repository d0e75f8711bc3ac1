/** Something the operator must fix before Akada can start. They see only the message: the problem and what to do. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
