import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Keep } from './backup/folder.ts';
import pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import { lastCell } from '#kernel/cells.ts';
import { metricsReaders } from '#kernel/metrics-readers.ts';
import { usualProcesses } from '#kernel/memory.ts';
import { directoryExpected, directoryIn, directoryVariables, type Directory } from '#kernel/directory.ts';
import { hostsIn } from '#kernel/postgres/address.ts';
import { placeIn, type BucketPlace, type StoreAccess } from '#kernel/object-place.ts';
import { originFrom } from '#kernel/public-origin.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const modes = ['production', 'development', 'test'] as const;
const roles = ['both', 'web', 'worker', 'directory'] as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().max(65535));
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/.+/)
  .refine((address) => hostsIn(address).length > 1 || isAddress(address));

const timeZone = z.string().refine((name) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
});

const objectPlace = z
  .string()
  .refine((address) => placeIn(address) !== undefined)
  .transform((address) => placeIn(address)!);
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const variables = z.object({
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_APP_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  AKADA_ROLE: z.enum(roles).default('both'),
  AKADA_PROCESSES: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/)
    .transform(Number)
    .optional(),
  AKADA_DATA: z.string().default('./var'),
  AKADA_SECRET: z
    .string()
    .regex(/^([0-9a-f]{2}){32,}$/i)
    .optional(),
  AKADA_CELL: z.coerce.number().int().min(0).max(lastCell).optional(),
  ...directoryVariables,
  AKADA_ARCHIVE_PASSPHRASE: z.string().min(12).max(1000).optional(),
  LOG_LEVEL: z.enum(levels).default('warn'),
  NODE_ENV: z.enum(modes).default('production'),
  TRUST_PROXY: z.enum(['yes', 'no']).default('no'),
  PUBLIC_URL: z
    .string()
    .refine((typed) => originFrom(typed) !== null)
    .transform((typed) => originFrom(typed)!)
    .optional(),
  AKADA_DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .optional(),
  AKADA_TIME_ZONE: timeZone.default('Africa/Lagos'),
  AKADA_BACKUP: z
    .string()
    .regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/)
    .default('02:00'),
  AKADA_BACKUP_FOLDER: z.string().optional(),
  AKADA_BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,2},\d{1,3},\d{1,3}$/)
    .default('7,4,6'),
  AKADA_BACKUP_TO: objectPlace.optional(),
  AKADA_DRILL: z
    .string()
    .regex(new RegExp(`^(off|(${days.join('|')}) ([01]\\d|2[0-3]):[0-5]\\d)$`))
    .default('off'),
  AKADA_FILES: objectPlace.optional(),
  AKADA_S3_ENDPOINT: z
    .string()
    .refine((typed) => originFrom(typed) !== null)
    .optional(),
  AKADA_S3_REGION: z
    .string()
    .regex(/^[\w-]+$/)
    .default('us-east-1'),
  AKADA_S3_ACCESS_KEY: z.string().optional(),
  AKADA_S3_SECRET_KEY: z.string().optional(),
  AKADA_FET: z
    .string()
    .regex(/^[^\0\s][^\0]{0,1000}$/)
    .default('fet-cl'),
  AKADA_METRICS: z
    .string()
    .refine((setting) => metricsReaders(setting) !== null)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^\s]+$/)
    .optional(),
});

const expected: Record<keyof z.infer<typeof variables>, string> = {
  PORT: 'a whole number from 0 to 65535',
  HOST: 'a host name or an IP address such as 127.0.0.1',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/akada',
  DATABASE_APP_URL: 'an address such as postgres://akada_app:password@host:5432/akada',
  DATABASE_READ_URL: 'an address such as postgres://replica:5432/akada',
  AKADA_ROLE: `one of ${roles.join(', ')}`,
  AKADA_PROCESSES: 'a whole number from 1 to 64',
  AKADA_DATA: 'the path of a folder',
  AKADA_SECRET: 'at least 64 hexadecimal digits',
  AKADA_CELL: `a whole number from 0 to ${lastCell}`,
  ...directoryExpected,
  AKADA_ARCHIVE_PASSPHRASE: 'at least 12 characters',
  LOG_LEVEL: `one of ${levels.join(', ')}`,
  NODE_ENV: `one of ${modes.join(', ')}`,
  TRUST_PROXY: 'yes (a proxy in front sets X-Forwarded-For and -Proto) or no',
  PUBLIC_URL: 'the address of this installation, without a path, such as https://akada.school.ng',
  AKADA_DRAIN_SECONDS: 'a whole number of seconds from 0 to 999',
  AKADA_TIME_ZONE: 'the name of a time zone such as Africa/Lagos',
  AKADA_BACKUP: 'a time of day such as 02:00, or off',
  AKADA_BACKUP_FOLDER: 'the path of a folder',
  AKADA_BACKUP_KEEP: 'how many daily, weekly and monthly backups to keep, such as 7,4,6, with at least one daily',
  AKADA_BACKUP_TO: 'an address such as s3://bucket/backups',
  AKADA_DRILL: 'a day and a time such as sunday 04:00, or off',
  AKADA_FILES: 'an address such as s3://bucket/files',
  AKADA_S3_ENDPOINT: 'the address of a store, without a path, such as https://s3.eu-west-1.amazonaws.com',
  AKADA_S3_REGION: 'the name of a region such as eu-west-1',
  AKADA_S3_ACCESS_KEY: 'an access key',
  AKADA_S3_SECRET_KEY: 'a secret key',
  AKADA_FET: 'the name or path of FET’s program for the command line, such as fet-cl, or off',
  AKADA_METRICS: 'token: and at least 32 characters, or addresses and networks such as 10.0.0.7,192.168.4.0/24',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'an address such as http://localhost:4318',
};

export interface Environment {
  port: number;
  host: string;
  databaseUrl?: string;
  databaseAppUrl?: string;
  /** A read replica; who signs in there is known from the others. */
  databaseReadUrl?: string;
  /** Whether it serves people, works on jobs, does both, or redirects people to theirs. */
  role: (typeof roles)[number];
  /** How many processes serve people here. */
  processes: number;
  /** The operator says so: else no more than the database has connections for. */
  isCountChosen: boolean;
  dataFolder: string;
  secret?: string;
  /** The number of this installation among those between which institutions move. */
  cell?: number;
  directory?: Directory;
  /** Opens the secrets in the archive of an institution. */
  archivePassphrase?: string;
  logLevel: (typeof levels)[number];
  isProduction: boolean;
  trustProxy: boolean;
  /** How long it serves on after SIGTERM, until load balancers have noticed that it is no longer ready. */
  drainSeconds: number;
  /** The public address of this installation, such as https://akada.school.ng; takes precedence over the database. */
  publicUrl?: string;
  /** The program that finds timetables, by name or path; 'off' for none. It need not be there. */
  fet: string;
  /** Who may read the metrics, besides or instead of this machine (metrics-readers.ts). */
  metrics?: string;
  /** Where traces are sent. */
  tracesTo?: string;
  backup: {
    /** The time of day of the nightly backup; undefined if there is none. */
    at?: string;
    timeZone: string;
    folder: string;
    keep: Keep;
    /** A bucket that gets a copy of each nightly backup. */
    to?: BucketPlace;
    /** When a backup is restored to see whether it can be. */
    drill?: { day: number; at: string };
  };
  /** The bucket that uploads are in; undefined for the folder. */
  filesIn?: BucketPlace;
  /** Access to the store of these buckets. */
  store?: StoreAccess;
}

/** Reads the settings of this process, or throws CannotStart with every problem found. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  // Shells and container files use an empty variable for "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = variables.safeParse(given);
  if (!result.success) throw new CannotStart(result.error.issues.map((issue) => sentence(issue, given)).join('\n'));
  const { data } = result;
  if (data.DATABASE_APP_URL && !data.DATABASE_URL) {
    throw new CannotStart('DATABASE_APP_URL is set without DATABASE_URL. Set both, or neither.');
  }
  if (!data.DATABASE_URL && data.DATABASE_READ_URL)
    throw new CannotStart('DATABASE_READ_URL is set without DATABASE_URL, of which it would be a replica.');
  if (!data.DATABASE_URL && ['web', 'worker'].includes(data.AKADA_ROLE))
    throw new CannotStart(
      `AKADA_ROLE=${data.AKADA_ROLE} needs a database that several processes can reach. Set DATABASE_URL.`,
    );
  for (const name of ['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_READ_URL'] as const)
    if (hostsIn(data[name] ?? '').length > 1)
      throw new CannotStart(
        `${name} names several hosts, and Akada connects to one. Name the address that always leads to ${name === 'DATABASE_READ_URL' ? 'a replica' : 'the primary server, such as that of HAProxy in front of both'}.`,
      );
  const store = storeIn(data);
  const dataFolder = resolve(data.AKADA_DATA);
  const isProduction = data.NODE_ENV === 'production';
  const [daily = 0, weekly = 0, monthly = 0] = data.AKADA_BACKUP_KEEP.split(',').map(Number);
  return {
    port: data.PORT,
    host: data.HOST,
    databaseUrl: data.DATABASE_URL,
    databaseAppUrl: data.DATABASE_APP_URL,
    databaseReadUrl: data.DATABASE_READ_URL,
    role: data.AKADA_ROLE,
    isCountChosen: data.AKADA_PROCESSES !== undefined,
    // Who wants more workers starts more.
    processes: data.AKADA_ROLE === 'worker' ? 1 : (data.AKADA_PROCESSES ?? (isProduction ? usualProcesses() : 1)),
    dataFolder,
    secret: data.AKADA_SECRET,
    cell: data.AKADA_CELL,
    directory: directoryIn(data),
    archivePassphrase: data.AKADA_ARCHIVE_PASSPHRASE,
    logLevel: data.LOG_LEVEL,
    isProduction,
    trustProxy: data.TRUST_PROXY === 'yes',
    drainSeconds: data.AKADA_DRAIN_SECONDS ?? (isProduction && data.DATABASE_URL ? 10 : 0),
    publicUrl: data.PUBLIC_URL,
    fet: data.AKADA_FET,
    metrics: data.AKADA_METRICS,
    tracesTo: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    backup: {
      at: data.AKADA_BACKUP === 'off' ? undefined : data.AKADA_BACKUP,
      timeZone: data.AKADA_TIME_ZONE,
      folder: resolve(data.AKADA_BACKUP_FOLDER ?? join(dataFolder, 'backups')),
      keep: { daily, weekly, monthly },
      to: data.AKADA_BACKUP_TO,
      drill: drillIn(data.AKADA_DRILL),
    },
    filesIn: data.AKADA_FILES,
    store,
  };
}

function storeIn(data: z.infer<typeof variables>): StoreAccess | undefined {
  const { AKADA_S3_ENDPOINT: endpoint, AKADA_S3_ACCESS_KEY: accessKey, AKADA_S3_SECRET_KEY: secretKey } = data;
  if (endpoint && accessKey && secretKey) return { endpoint, accessKey, secretKey, region: data.AKADA_S3_REGION };
  const named = data.AKADA_FILES ? 'AKADA_FILES' : data.AKADA_BACKUP_TO && 'AKADA_BACKUP_TO';
  if (named || endpoint || accessKey || secretKey)
    throw new CannotStart(
      `${named ? `${named} names a bucket. ` : ''}Set AKADA_S3_ENDPOINT, AKADA_S3_ACCESS_KEY and AKADA_S3_SECRET_KEY together.`,
    );
  return undefined;
}

function drillIn(typed: string): Environment['backup']['drill'] {
  const [day = '', at] = typed.split(' ');
  return at ? { day: days.indexOf(day), at } : undefined;
}

function sentence(issue: z.core.$ZodIssue, given: Record<string, string | undefined>) {
  const name = String(issue.path[0]) as keyof typeof expected;
  return `${name} must be ${expected[name]}, but is ${shown(name, given[name] ?? '')}.`;
}

function isAddress(text: string): boolean {
  try {
    return Boolean(new pg.Client({ connectionString: text }));
  } catch (error) {
    // A missing certificate is a problem of its own.
    return (error as NodeJS.ErrnoException).code !== 'ERR_INVALID_URL';
  }
}

// Not echoed: a wrong value is often a password in the wrong place, and terminals get photographed.
function shown(name: string, value: string) {
  if (/SECRET$|_KEY$|PASSPHRASE$/.test(name) || value.startsWith('token:'))
    return `${value.length} characters of something else`;
  if (name.startsWith('DATABASE_')) return `"${value.replace(/:[^:@/]*@/, ':…@')}"`;
  return `"${value}"`;
}
