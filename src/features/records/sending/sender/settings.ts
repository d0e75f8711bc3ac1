import { quietUntil } from '#kernel/messages/quiet-hours.ts';
import { type Database, query } from '#kernel/database.ts';
import type { Provider, ProviderChannel, ProviderKind, ProviderSettings } from '#kernel/messages/providers/provider.ts';
import { openProvider } from '#kernel/messages/providers/providers.ts';
import { unsealSettings } from '../keys.ts';
import type { Services } from '#web/routes.ts';

export type SenderServices = Pick<Services, 'database' | 'secret' | 'providers'> &
  Partial<Pick<Services, 'environment'>>;

/** A provider that is switched on, opened. */
export interface OpenProvider {
  id: number;
  channel: ProviderChannel;
  place: 1 | 2;
  provider: Provider;
  settings: ProviderSettings;
  school: SendingSchool;
  /** It is off or replaced, and sends only what is bound to it. */
  isPinnedOnly: boolean;
  isIdempotent: boolean;
  bucket: TokenBucket;
  /** It asked for a pause, or can't be reached: nothing is handed to it before, on the clock of `performance.now()`. */
  restsUntil: number;
}

/** What e-mails say of the institution that sends them. */
export interface SendingSchool {
  name: string;
  accent: string;
  email: string | null;
  logoFileId: number | null;
}

export interface SendingSettings {
  /** Only codes, and what somebody asked for, go out. */
  isQuiet: boolean;
  providers: OpenProvider[];
}

interface Row {
  id: number;
  channel: ProviderChannel;
  kind: ProviderKind;
  place: 1 | 2;
  isOn: boolean;
  sealed: Buffer;
  perSecond: number;
  school: SendingSchool;
}

/** Reads how an institution sends, and keeps providers open whose settings have not changed. */
export function settingsReader(services: SenderServices) {
  const open = new Map<number, { sealed: Buffer; at: OpenProvider }>();

  async function openOne(institutionId: number, row: Row): Promise<OpenProvider[]> {
    const known = open.get(row.id);
    if (known?.sealed.equals(row.sealed)) {
      known.at.bucket.setRate(row.perSecond);
      return [Object.assign(known.at, { place: row.place, school: row.school, isPinnedOnly: !row.isOn })];
    }
    const settings = unsealSettings(
      services.secret,
      { institutionId, channel: row.channel, kind: row.kind },
      row.sealed,
    );
    if (!settings) return [];
    known?.at.provider.close?.();
    const provider = await openProvider(row.kind, services.providers);
    const at: OpenProvider = {
      id: row.id,
      channel: row.channel,
      place: row.place,
      provider,
      settings,
      school: row.school,
      isPinnedOnly: !row.isOn,
      isIdempotent: provider.isIdempotent(settings),
      bucket: tokenBucket(row.perSecond),
      restsUntil: 0,
    };
    open.set(row.id, { sealed: row.sealed, at });
    return [at];
  }

  return {
    async read(institutionId: number): Promise<SendingSettings> {
      const [rows, isQuiet] = await readSettings(services.database, institutionId);
      return { isQuiet, providers: (await Promise.all(rows.map((row) => openOne(institutionId, row)))).flat() };
    },
    close() {
      for (const { at } of open.values()) at.provider.close?.();
      open.clear();
    },
  };
}

const readSettings = (database: Database, institutionId: number): Promise<[Row[], boolean]> =>
  database.readAsSystem([institutionId], async (db) => {
    const [rows, quiet] = await Promise.all([
      query<Row>(db)`
        select id, channel, kind, coalesce(place, 1) as place, sealed, is_on as "isOn", per_second as "perSecond",
          (select jsonb_build_object('name', i.name, 'accent', i.accent, 'email', i.email, 'logoFileId', i.logo_file_id)
            from institutions i where i.id = p.institution_id) as school
        from message_providers p
        where institution_id = ${institutionId} and (is_on or exists (select from outbox o
          where o.institution_id = p.institution_id and o.pinned_to = p.id and o.state = 'queued'))
        order by channel, p.place`,
      quietUntil(db, institutionId),
    ]);
    return [rows.map((row) => ({ ...row, id: Number(row.id) })), quiet !== null];
  });

type TokenBucket = ReturnType<typeof tokenBucket>;

/** So many a second, and after a pause a second's worth at once. */
function tokenBucket(perSecond: number, now: () => number = () => performance.now()) {
  let rate = perSecond;
  let tokens = perSecond;
  let filledAt = now();
  const fill = () => {
    const at = now();
    tokens = Math.min(rate, tokens + ((at - filledAt) * rate) / 1000);
    filledAt = at;
  };
  return {
    setRate(next: number) {
      if (next === rate) return;
      fill();
      rate = next;
      tokens = Math.min(tokens, rate);
    },
    /** Takes as many as there are, at most so many. */
    take(most: number): number {
      fill();
      const taken = Math.min(most, Math.floor(tokens));
      tokens -= taken;
      return taken;
    },
    /** What was taken and not used. */
    giveBack(unused: number) {
      tokens = Math.min(rate, tokens + unused);
    },
    /** Milliseconds until there are some. */
    wait: (wanted = 1): number => Math.max(5, ((Math.min(wanted, rate) - tokens) * 1000) / rate),
  };
}
