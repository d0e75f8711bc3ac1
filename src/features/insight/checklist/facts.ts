/** What an institution has of each step. */
export interface SetUpFacts extends Record<string, unknown> {
  institutionId: number;
  isDismissed: boolean;
  sessionId: number | null;
  terms: number;
  classes: number;
  arms: number;
  /** Class arms without a subject. */
  emptyArms: number;
  emptyArmId: number | null;
  students: number;
  guardians: number;
  /** Subjects of open class arms, and those without a teacher. */
  offerings: number;
  untaught: number;
  untaughtArmId: number | null;
  schemes: number;
  fees: number;
  /** A provider of SMS or e-mail is on. */
  hasProvider: boolean;
  hasLogo: boolean;
  employees: number;
  /** Accounts besides the viewer's. */
  colleagues: number;
  isSitePublished: boolean;
}

/** The age of the latest backup, as text; null before the first, undefined where this server makes none. */
export type BackupFact = string | null | undefined;
