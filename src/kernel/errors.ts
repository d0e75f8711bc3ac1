/** A value a person sent cannot be taken: 422, shown beside the field. */
export class Refused extends Error {
  readonly errors: Record<string, string>;
  constructor(field: string, message: string, more: Record<string, string> = {}) {
    super(message);
    this.errors = { [field]: message, ...more };
  }
}

/** The person may see this but not do that: 403. */
export class NotAllowed extends Error {
  constructor(message = 'You don’t have permission. Ask your ICT administrator for access.') {
    super(message);
  }
}

/** It does not exist, or not for this person: 404, always the same words. */
export class NotFound extends Error {
  readonly what: string;
  constructor(what = 'page') {
    super(`${what.charAt(0).toUpperCase()}${what.slice(1)} not found, or you don’t have access.`);
    this.what = what;
  }
}

/** Somebody was faster, or the state has moved on: 409. */
export class Conflict extends Error {}

/** A field that somebody else changed while a form was open. */
export interface FieldConflict {
  field: string;
  /** Null where the form itself labels the field. */
  label: string | null;
  /** What it holds now, as the form's page would give it. */
  value: unknown;
  /** Both values in words. */
  theirs: string;
  yours: string;
  by: { person: string; isYou: boolean; at: Date } | null;
}

/** An edit that would undo somebody else's: 409, with a question for each field. */
export class EditConflict extends Conflict {
  readonly conflicts: FieldConflict[];
  constructor(conflicts: FieldConflict[]) {
    super('This record was changed while you were editing it. Choose which values to keep.');
    this.conflicts = conflicts;
  }
}

/** Nobody is signed in, or no longer: sign-in page or 401. */
export class SignedOut extends Error {
  constructor() {
    super('You are signed out. Sign in to continue.');
  }
}

/** A request of another program whose signature does not count: 401, always the same words. */
export class NotSigned extends Error {
  constructor() {
    super('The signature is not valid.');
  }
}

/** The act is sensitive and this session was last confirmed too long ago: 428, with what to ask for. */
export class ConfirmFirst extends Error {
  readonly by: 'password' | 'code';
  constructor(by: 'password' | 'code') {
    super(`Confirm it’s you: enter your ${by === 'code' ? 'authentication code' : 'password'}, then try again.`);
    this.by = by;
  }
}

/** Too many tries: 429. */
export class TooMany extends Error {
  readonly seconds: number;
  constructor(seconds: number, message = `Too many attempts. Wait ${Math.ceil(seconds / 60)} min, then try again.`) {
    super(message);
    this.seconds = seconds;
  }
}

/** The database went away while it was asked to commit: what was done is saved, or none of it. */
export class Uncertain extends Error {
  constructor(options: ErrorOptions) {
    super('The database went away at the moment of saving.', options);
  }
}

/** The disk has no room left, or so little that what is there is kept for reading. */
export class DiskFull extends Error {}

/** PostgreSQL's error behind what the ORM wraps, with its SQLSTATE and constraint name. */
export function databaseError(error: unknown): { code?: string; constraint?: string; message: string } | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at as never;
  }
  return null;
}

/** Runs a write and says a unique-constraint violation in a clerk's words. */
export async function refuseDuplicate<T>(
  write: Promise<T>,
  constraints: Record<string, [field: string, message: string]>,
) {
  try {
    return await write;
  } catch (error) {
    const found = databaseError(error);
    const words = found?.code === '23505' && found.constraint ? constraints[found.constraint] : undefined;
    throw words ? new Refused(...words) : error;
  }
}
