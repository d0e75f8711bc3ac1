import { describe, expect, test } from 'vitest';
import { readEnvironment } from '#kernel/environment.ts';
import { usualProcesses } from '#kernel/memory.ts';

describe('the environment', () => {
  test('has a default for everything', () => {
    expect(readEnvironment({})).toMatchObject({ port: 3000, host: '127.0.0.1', logLevel: 'warn' });
    expect(readEnvironment({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test('every invalid value is reported at once: its name, what is expected, what was given', () => {
    const wrong = { PORT: '80000', HOST: 'a b', LOG_LEVEL: 'loud', AKADA_SECRET: 'abc' };
    expect(() => readEnvironment(wrong)).toThrow(
      [
        'PORT must be a whole number from 0 to 65535, but is "80000".',
        'HOST must be a host name or an IP address such as 127.0.0.1, but is "a b".',
        'AKADA_SECRET must be at least 64 hexadecimal digits, but is 3 characters of something else.',
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".',
      ].join('\n'),
    );
  });

  test('the public address is an address without a path', () => {
    expect(readEnvironment({ PUBLIC_URL: 'https://Akada.School.ng/' }).publicUrl).toBe('https://akada.school.ng');
    expect(readEnvironment({}).publicUrl).toBeUndefined();
    for (const wrong of ['akada.school.ng', 'https://akada.school.ng/app', 'https://me@akada.school.ng', 'ftp://a.ng'])
      expect(() => readEnvironment({ PUBLIC_URL: wrong })).toThrow(/^PUBLIC_URL must be the address of this/);
  });

  test('backups are nightly by Lagos time unless it says otherwise', () => {
    expect(readEnvironment({ AKADA_DATA: '/data' }).backup).toEqual({
      at: '02:00',
      timeZone: 'Africa/Lagos',
      folder: '/data/backups',
      keep: { daily: 7, weekly: 4, monthly: 6 },
      to: undefined,
      drill: undefined,
    });
    const said = { AKADA_BACKUP: 'off', AKADA_BACKUP_FOLDER: '/mnt/usb', AKADA_BACKUP_KEEP: '30,0,12' };
    expect(readEnvironment(said).backup).toMatchObject({
      at: undefined,
      folder: '/mnt/usb',
      keep: { daily: 30, weekly: 0, monthly: 12 },
    });
    const wrong = { AKADA_BACKUP: '24:00', AKADA_BACKUP_KEEP: '0,4,6', AKADA_TIME_ZONE: 'Lagos' };
    expect(() => readEnvironment(wrong)).toThrow(
      /AKADA_TIME_ZONE must be .*\nAKADA_BACKUP must be a time of day such as 02:00, or off, .*\nAKADA_BACKUP_KEEP must be .*with at least one daily/,
    );
  });

  test('uploads and backups go to buckets of one store', () => {
    const access = {
      AKADA_S3_ENDPOINT: 'https://s3.example.ng',
      AKADA_S3_ACCESS_KEY: 'a',
      AKADA_S3_SECRET_KEY: 'hunter2',
    };
    const given = {
      ...access,
      AKADA_FILES: 's3://school/files',
      AKADA_BACKUP_TO: 's3://safe',
      AKADA_DRILL: 'sunday 04:00',
    };
    expect(readEnvironment(given)).toMatchObject({
      filesIn: { bucket: 'school', prefix: 'files/' },
      backup: { to: { bucket: 'safe', prefix: '' }, drill: { day: 0, at: '04:00' } },
      store: { endpoint: 'https://s3.example.ng', region: 'us-east-1', accessKey: 'a', secretKey: 'hunter2' },
    });
    expect(readEnvironment({})).toMatchObject({ filesIn: undefined, store: undefined });
    const { AKADA_S3_SECRET_KEY: _, ...without } = given;
    expect(() => readEnvironment(without)).toThrow('AKADA_FILES names a bucket. Set AKADA_S3_ENDPOINT,');
    for (const wrong of ['files', 's3://School', 's3://school/../x', 's3://school/a b', 'https://school/x'])
      expect(() => readEnvironment({ ...access, AKADA_FILES: wrong })).toThrow(/^AKADA_FILES must be an address/);
    expect(() => readEnvironment({ AKADA_DRILL: 'someday 04:00' })).toThrow('AKADA_DRILL must be a day and a time');
  });

  test('a process that may have others beside it drains for ten seconds, unless it says otherwise', () => {
    const DATABASE_URL = 'postgres://akada@db/akada';
    const secondsOf = (given: NodeJS.ProcessEnv) => readEnvironment(given).drainSeconds;
    expect([secondsOf({}), secondsOf({ DATABASE_URL })]).toEqual([0, 10]);
    expect(secondsOf({ DATABASE_URL, NODE_ENV: 'development' })).toBe(0);
    expect(secondsOf({ AKADA_DRAIN_SECONDS: '35' })).toBe(35);
    expect(() => secondsOf({ AKADA_DRAIN_SECONDS: '-1' })).toThrow('must be a whole number of seconds from 0 to 999');
  });

  test('a server of many cores has a process for each but one, if there is memory for them', () => {
    expect([1, 2, 4, 16].map((cores) => usualProcesses(cores, 64_000))).toEqual([1, 1, 3, 15]);
    expect([500, 1500, 2048].map((memory) => usualProcesses(16, memory))).toEqual([1, 1, 3]);
    expect(readEnvironment({ AKADA_PROCESSES: '3' }).processes).toBe(3);
    expect(readEnvironment({ NODE_ENV: 'development' }).processes).toBe(1);
    expect(() => readEnvironment({ AKADA_PROCESSES: '0' })).toThrow('AKADA_PROCESSES must be a whole number from 1');
  });

  test('serving and working can be parted where several processes reach one database, which may have a replica', () => {
    const DATABASE_URL = 'postgres://akada@db/akada';
    expect(readEnvironment({}).role).toBe('both');
    const worker = readEnvironment({ DATABASE_URL, AKADA_ROLE: 'worker', AKADA_PROCESSES: '4' });
    expect(worker).toMatchObject({ role: 'worker', processes: 1 });
    expect(() => readEnvironment({ AKADA_ROLE: 'web' })).toThrow('AKADA_ROLE=web needs a database that several');
    expect(() => readEnvironment({ DATABASE_URL, AKADA_ROLE: 'boss' })).toThrow('one of both, web, worker');
    expect(() => readEnvironment({ DATABASE_READ_URL: 'postgres://b/akada' })).toThrow('without DATABASE_URL');
    expect(() => readEnvironment({ DATABASE_URL, DATABASE_READ_URL: 'postgres://b,c/akada' })).toThrow('to a replica.');
  });

  test('a token for the metrics that is too short is refused and not shown', () => {
    const read = () => readEnvironment({ AKADA_METRICS: 'token:hunter2' });
    expect(read).toThrow('AKADA_METRICS must be token: and at least 32 characters');
    expect(read).not.toThrow('hunter2');
    expect(readEnvironment({ AKADA_METRICS: '10.0.0.0/8, ::1' }).metrics).toBe('10.0.0.0/8, ::1');
  });

  test('a directory takes a key and numbered installations, and its key is not shown', () => {
    const key = 'ab'.repeat(32);
    const line = `2 https://abuja.akada.ng ${'A'.repeat(59)}=`;
    const settings = { AKADA_DIRECTORY: 'https://akada.ng', AKADA_DIRECTORY_KEY: `${'cd'.repeat(32)},${key}` };
    const front = readEnvironment({
      ...settings,
      AKADA_ROLE: 'directory',
      AKADA_CELLS: `${line} Abuja\n${line};3 ${line.slice(2)}`,
    });
    const keys = [`${'A'.repeat(59)}=`];
    expect(front.directory!.cells).toEqual([
      { number: 2, address: 'https://abuja.akada.ng', keys: [...keys, ...keys], name: 'Abuja' },
      { number: 3, address: 'https://abuja.akada.ng', keys, name: 'abuja.akada.ng' },
    ]);
    expect(readEnvironment({ ...settings, AKADA_CELL: '2' }).directory!.keys.map((one) => one[0])).toEqual([
      0xcd, 0xab,
    ]);
    expect(() => readEnvironment({ ...settings, AKADA_ROLE: 'directory' })).toThrow('needs AKADA_DIRECTORY,');
    expect(() => readEnvironment(settings)).toThrow('without AKADA_DIRECTORY_KEY or AKADA_CELL');
    expect(() => readEnvironment({ AKADA_CELLS: 'abuja' })).toThrow('AKADA_CELLS must be lines');
    expect(() => readEnvironment({ AKADA_DIRECTORY_KEY: 'hunter2' })).not.toThrow('hunter2');
  });

  test('the number of the installation is one of 4,096, and a short passphrase is refused unseen', () => {
    expect(readEnvironment({}).cell).toBeUndefined();
    expect(['0', '4095'].map((given) => readEnvironment({ AKADA_CELL: given }).cell)).toEqual([0, 4095]);
    for (const wrong of ['4096', '-1', '1.5', 'two'])
      expect(() => readEnvironment({ AKADA_CELL: wrong })).toThrow('AKADA_CELL must be a whole number from 0 to 4095');
    expect(() => readEnvironment({ AKADA_ARCHIVE_PASSPHRASE: 'hunter2' })).toThrow(
      'AKADA_ARCHIVE_PASSPHRASE must be at least 12 characters, but is 7 characters of something else.',
    );
  });

  test('a password in a wrong address is not shown', () => {
    const read = () => readEnvironment({ DATABASE_URL: 'mysql://root:hunter2@db/akada' });
    expect(read).toThrow('DATABASE_URL must be an address such as postgres://');
    expect(read).not.toThrow('hunter2');
  });

  test.each([
    'postgres://akada:hunter2@one,two/akada',
    'postgresql://akada:hunter2@one:5432,two:5432/akada?target_session_attrs=read-write',
    'postgres://akada:hunter2@/akada?host=one,two',
  ])('several hosts are refused by name: %s', (address) => {
    expect(() => readEnvironment({ DATABASE_URL: address })).toThrow(
      /^DATABASE_URL names several hosts, and Akada connects to one\. Name the address/,
    );
  });

  test.each(['postgres://akada:hunter2@db:five/akada', 'postgres://akada:hunter2@[::1/akada'])(
    'an address that cannot be read is refused: %s',
    (DATABASE_URL) => {
      const read = () => readEnvironment({ DATABASE_URL });
      expect(read).toThrow('DATABASE_URL must be an address such as postgres://');
      expect(read).not.toThrow('hunter2');
    },
  );

  test.each(['1e3', '-1', '3000.5', '0x10', 'http'])('PORT %s is refused', (PORT) => {
    expect(() => readEnvironment({ PORT })).toThrow('PORT must be');
  });
});
