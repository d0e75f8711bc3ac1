import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import type { Permission } from '../permissions.ts';
import type { RestrictedGroup } from './field-groups.ts';
import type { ReportList } from './report-list.ts';
import type { Terminology } from './terminology.ts';

/**
 * How a value is shown, compared and summed up. Money is in minor units, a day is yyyy-mm-dd, a photo the address of its
 * picture.
 */
export type ReportType = 'text' | 'choice' | 'number' | 'money' | 'day' | 'yesNo' | 'photo';

/** What an expression may depend on: who asks, and which institutions the report is about. */
export interface ReportContext {
  actor: Actor;
  /** The institution in the address; all of the actor's otherwise. */
  wanted: number | undefined;
}

/** What reports can be about: students, payments, applications. A feature declares it in its manifest. */
export interface ReportSubject {
  /** In definitions and addresses: 'student'. */
  name: string;
  label: string;
  one: string;
  many: string;
  place: number;
  /** The table, under the name by which expressions refer to its columns. */
  from: SQL;
  id: SQLWrapper;
  institutionId: SQLWrapper;
  /** What names a row. */
  rowName: SQLWrapper;
  /** Permissions that show rows; `visible` says which rows each shows. */
  seeing: readonly Permission[];
  /** What allows files of them. */
  exporting: Permission;
  /** One condition for each institution, empty if nothing is visible. */
  visible(actor: Actor, wanted: number | undefined): SQL[];
  /** The usual order, a text (`collate "C"`) that is never null; ties by id. */
  order: SQLWrapper;
  /** Where the usual order is a number, such as the id. */
  orderAs?: 'number';
  /** The largest first: the latest of what comes day by day. */
  isDescending?: true;
  /** '/students/' before an id; null if rows have no page of their own. */
  href: string | null;
  /** Headings of its fields, in their order; other features add their own. */
  groups: Readonly<Record<string, string>>;
  /** A person whose custom fields are fields as well, and who can be written to. */
  person?: 'student' | 'employee' | 'guardian';
  /** Fields chosen at first. */
  usual: readonly string[];
}

/** A part of the statement that some fields need, at most one row for each of the subject's. */
export interface ReportJoin {
  subject: string;
  name: string;
  /** Joins that must come before. */
  after?: readonly string[];
  sql: SQL | ((context: ReportContext) => SQL);
}

/** A column, filter, sort key and group of reports about a subject. */
export interface ReportField {
  subject: string;
  /** In definitions: lower case words with underscores. Never sent to PostgreSQL. */
  key: string;
  label: string;
  /** Where the institution's own term is the label: `{batch}`. */
  word?: keyof Terminology;
  group: string;
  type: ReportType;
  /** May refer to the subject's table and to the joins that are named. */
  value: SQLWrapper | ((context: ReportContext) => SQLWrapper);
  joins?: readonly string[];
  /** What rows are sorted by instead of the value: never null where `value` isn't. */
  order?: { by: SQLWrapper; as: 'text' | 'number' };
  /** What filters compare instead of the value, such as an id. */
  code?: SQLWrapper;
  /** `code` is an id. */
  isId?: true;
  /** A searchable text of the subject's table in which that of the value is: looked at first, because it is quicker. */
  within?: SQLWrapper;
  /** Values of a choice: fixed ones with their labels, or a query of `value` and `label` as texts. */
  options?: Readonly<Record<string, string>> | ((context: ReportContext) => SQL);
  /** Only in institutions where the actor has it, or one of them. */
  needs?: Permission | readonly Permission[];
  /** Health, religion or private data: views are logged, and small groups are not told apart. */
  restriction?: RestrictedGroup;
  /** Marks or money of a person: graphs don't tell small groups apart, as if it were restricted. */
  isConfidential?: true;
  /** Only shown, never a filter, sort key or group: a picture, a list that is long to make. */
  isOnlyShown?: true;
  /** Its sum means something: what is owed, not an age. Money always is. */
  isSummed?: true;
  /** A number that is a year: written without a comma, and never averaged. */
  isYear?: true;
  /** In characters, in files. */
  width?: number;
  /** Where the thumbnail of a photo is stored, for files with photos. */
  thumbnail?: SQLWrapper;
}

/** What a feature adds to reports. */
export interface ReportParts {
  subjects?: readonly ReportSubject[];
  joins?: readonly ReportJoin[];
  fields?: readonly ReportField[];
  /** Lists that can be saved as reports. */
  lists?: readonly ReportList[];
}
