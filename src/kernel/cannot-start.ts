/** Something the operator has to put right before Akada can start. The message is all that he sees: what, and what now. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
