/** A submitted value is not accepted: 422, shown beside the field. */
export class ValidationError extends Error {
  readonly errors: Record<string, string>;
  constructor(field: string, message: string, more: Record<string, string> = {}) {
    super(message);
    this.errors = { [field]: message, ...more };
  }
}

/** The user can see this but not do that: 403. */
export class NotAllowed extends Error {
  constructor(message = 'You don’t have permission. Ask your ICT administrator for access.') {
    super(message);
  }
}

/** It does not exist, or the user cannot see it: 404, always with the same message. */
export class NotFound extends Error {
  readonly what: string;
  constructor(what = 'page') {
    super(`${what.charAt(0).toUpperCase()}${what.slice(1)} not found, or you don’t have access.`);
    this.what = what;
  }
}

/** What was looked for; NotFound without it. */
export function orNotFound<Found>(found: Found | undefined, what: string): Found {
  if (!found) throw new NotFound(what);
  return found;
}

/** Someone else was faster, or the state has changed: 409. */
export class Conflict extends Error {}

/** A field that someone else changed while a form was open. */
export interface FieldConflict {
  field: string;
  /** Null if the form itself has the label. */
  label: string | null;
  /** The current value, in the format of the form's page. */
  value: unknown;
  /** Both values as text. */
  theirs: string;
  yours: string;
  by: { person: string; isYou: boolean; at: Date } | null;
}

/** An edit that would overwrite someone else's: 409, with a question for each field. */
export class EditConflict extends Conflict {
  readonly conflicts: FieldConflict[];
  constructor(conflicts: FieldConflict[]) {
    super('This record was changed while you were editing it. Choose which values to keep.');
    this.conflicts = conflicts;
  }
}

/** Not signed in, or no longer: sign-in page or 401. */
export class SignedOut extends Error {
  constructor() {
    super('You are signed out. Sign in to continue.');
  }
}

/** A request from another program with an invalid signature: 401, always with the same message. */
export class NotSigned extends Error {
  constructor() {
    super('The signature is not valid.');
  }
}

/** A sensitive action that needs a new confirmation: 428, with what to ask for. */
export class ConfirmFirst extends Error {
  readonly by: 'password' | 'code';
  constructor(by: 'password' | 'code') {
    super(`Confirm it’s you: enter your ${by === 'code' ? 'authentication code' : 'password'}, then try again.`);
    this.by = by;
  }
}

/** Too many attempts: 429. */
export class TooMany extends Error {
  readonly seconds: number;
  constructor(seconds: number, message = `Too many attempts. Wait ${Math.ceil(seconds / 60)} min, then try again.`) {
    super(message);
    this.seconds = seconds;
  }
}

/** The database connection was lost during the commit: either everything is saved or nothing. */
export class Uncertain extends Error {
  constructor(options: ErrorOptions) {
    super('The database went away at the moment of saving.', options);
  }
}

/** The disk is full, or so nearly full that the rest is reserved. */
export class DiskFull extends Error {}

/** The store that uploads are in does not answer, or refuses us: 503. Nothing that needed it was recorded. */
export class StoreAway extends Error {}

/** The PostgreSQL error inside the ORM's error, with its SQLSTATE and constraint name. */
export function databaseError(error: unknown): { code?: string; constraint?: string; message: string } | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    // With a digit, as every SQLSTATE has: EPIPE is the network's.
    if ('code' in at && typeof at.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(at.code)) return at as never;
  }
  return null;
}

/** Runs a write and turns a unique-constraint violation into a readable message. */
export async function refuseDuplicate<T>(
  write: Promise<T>,
  constraints: Record<string, [field: string, message: string]>,
) {
  try {
    return await write;
  } catch (error) {
    const found = databaseError(error);
    const words = found?.code === '23505' && found.constraint ? constraints[found.constraint] : undefined;
    throw words ? new ValidationError(...words) : error;
  }
}
