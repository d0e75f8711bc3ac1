import type { Verifier } from '#kernel/secrets/signatures.ts';

export type ProviderKind = 'termii' | 'africastalking' | 'twilio' | 'http' | 'smtp' | 'whatsapp';
export type ProviderChannel = 'sms' | 'email' | 'whatsapp';

/** What was entered on the settings page, by field. */
export type ProviderSettings = Readonly<Record<string, string>>;

/**
 * A service that sends messages. It knows nothing of our tables: the sender (src/features/records/sending) passes it one message
 * at a time and saves the outcome.
 */
export interface Provider {
  kind: ProviderKind;
  label: string;
  channel: ProviderChannel;
  fields: readonly ProviderField[];
  /** What is wrong with the settings, by field; empty if messages can be sent. */
  problems(settings: ProviderSettings): Record<string, string>;
  /** Whether the same message sent again under its key reaches the recipient once. */
  isIdempotent(settings: ProviderSettings): boolean;
  /** The most characters of a text that it takes. */
  longest: number;
  send(message: ToSend): Promise<Outcome>;
  /** What is left on the account. Throws `ProviderTrouble`. */
  balance?(settings: ProviderSettings): Promise<Balance>;
  /** The templates that can be filled with values. Throws `ProviderTrouble`. */
  templates?(settings: ProviderSettings): Promise<ApprovedTemplate[]>;
  hook: ProviderHook;
  /** What a verified request says about messages that were sent; other requests have none. */
  readReport(request: HookRequest): Report[];
  /** Messages from people in a verified request. */
  readIncoming(request: HookRequest): Incoming[];
  /** Closes pooled connections. */
  close?(): void;
}

export interface ProviderField {
  name: string;
  label: string;
  hint: string;
  /** Never shown again. */
  isSecret?: true;
  isRequired?: true;
  /** Secrets are sent there, so a change asks for them again. */
  isDestination?: true;
  /** Of several lines. */
  isLong?: true;
  choices?: Readonly<Record<string, string>>;
}

export interface ToSend {
  settings: ProviderSettings;
  /** The same at every attempt to send this message: letters, digits and hyphens. */
  key: string;
  /** E.164, or an e-mail address. */
  to: string;
  subject?: string | null;
  text: string;
  /** WhatsApp: the recipient has written within 24 hours, so free text is allowed. */
  isWindowOpen?: boolean;
  /** WhatsApp: the approved template that was chosen. */
  template?: FilledTemplate | null;
  /** E-mail: where the recipient refuses further ones, with one click of the mail program. */
  unsubscribe?: string | null;
  /** E-mail: the same text as a page, and where answers go if the settings say nothing. */
  html?: string | null;
  replyTo?: string | null;
  /** E-mail: the same for messages about the same thing, which mail programs show together. */
  thread?: string | null;
}

/**
 * `refused` is final. After `later` the provider certainly doesn't have the message; after `unknown` it may have it, so
 * only a provider with keys may get it again.
 */
export type Outcome =
  | { is: 'accepted'; id: string | null }
  | { is: 'refused'; why: string; /** The number or address doesn't exist. */ isGone?: boolean }
  | { is: 'later'; why: string; /** In seconds, if the provider says it. */ after?: number | null }
  | { is: 'unknown'; why: string };

/** A template of WhatsApp, whose text has places for values: {{1}}, {{2}}. */
export interface ApprovedTemplate {
  name: string;
  language: string;
  text: string;
}

export interface FilledTemplate {
  name: string;
  language: string;
  values: string[];
}

export interface Balance {
  /** A decimal. */
  amount: string;
  /** 'NGN', 'USD' or the provider's own unit. */
  unit: string;
}

interface ProviderHook {
  verify: Verifier;
  /** The setting that the provider signs with; null if we make a secret that stands in the address. */
  secret: string | null;
}

/** A request whose signature has been checked. */
export interface HookRequest {
  /** Parsed JSON or form fields; a text for anything else. */
  body: unknown;
  settings: ProviderSettings;
}

export interface Report {
  /** The id that the provider gave the message. */
  id: string;
  status: 'sent' | 'delivered' | 'undelivered' | 'failed';
  why?: string;
  isGone?: boolean;
}

export interface Incoming {
  /** The provider's id, so that a repeated request counts once. */
  id: string;
  /** E.164. */
  from: string;
  to: string | null;
  text: string;
}

/** Where providers are, if not on the internet; tests give addresses of their own servers. */
export interface ProviderNetwork {
  bases?: Partial<Record<ProviderKind, string>>;
  timeoutMs?: number;
  /** Only where there is no network to protect: then HTTP is allowed too. */
  reachesPrivate?: boolean;
  /** A certificate to trust besides the system's. */
  certificate?: string;
}

/** Why something other than sending failed; the message is for people. */
export class ProviderTrouble extends Error {}
