import type { Money } from '#kernel/money.ts';
import type { Verifier } from '#kernel/secrets/signatures.ts';

/** A payment provider. It knows nothing of our tables: callers record a payment, then ask the gateway about it. */
export interface Gateway {
  name: string;
  label: string;
  fields: readonly GatewayField[];
  /** All with two decimals. */
  currencies: readonly string[];
  /** What is wrong with the settings, by field; empty if payments can start. */
  problems(settings: GatewaySettings): Partial<Record<SettingName, string>>;
  /** Derived from the keys; null while they are missing or malformed. */
  modeOf(settings: GatewaySettings): GatewayMode | null;
  /**
   * Starts a payment and returns the address of the provider's page. The reference must be stored before. After a
   * `GatewayUnreachable` the provider may know the reference, so query it, or start again with a new one.
   */
  start(payment: PaymentStart): Promise<string>;
  /** What the provider says about a payment. Only this answer counts, never a webhook or a return address. */
  query(payment: PaymentQuery): Promise<GatewayAnswer>;
  webhook: GatewayWebhook;
  /** The payment that a verified webhook is about, or null if the event does not concern us. */
  readEvent(body: unknown): GatewayEvent | null;
  /** For gateways with a bank account per payer. */
  accounts?: DedicatedAccounts;
}

export type GatewayMode = 'test' | 'live';
type SettingName = 'secretKey' | 'webhookHash' | 'accountBank';
export type GatewaySettings = Readonly<Partial<Record<SettingName, string>>>;

export interface GatewayField {
  name: SettingName;
  label: string;
  hint: string;
  /** Sealed when stored and never shown again. */
  isSecret: boolean;
  isRequired: boolean;
}

interface GatewayWebhook {
  verify: Verifier;
  /** The setting that the provider signs with. */
  secret: SettingName;
}

interface Asked {
  settings: GatewaySettings;
  signal?: AbortSignal;
}

export interface PaymentStart extends Asked {
  /** Up to 100 letters, digits, `.`, `=` and `-`, as both providers accept them. New for each attempt. */
  reference: string;
  amount: Money;
  email: string;
  name: string;
  returnTo: string;
}

interface PaymentQuery extends Asked {
  reference: string;
  /** Used instead of the reference where the provider prefers it; the answer still names its own reference. */
  providerId?: string | null;
}

/**
 * `abandoned`, `failed` and `pending` can still become `successful`: people return to an open page. `reversed` means
 * that the money was received and went back. `unknown` means that the provider has no such payment.
 */
export type GatewayAnswer = FoundAnswer | { status: 'unknown'; reference: string };

export interface FoundAnswer {
  status: 'successful' | 'failed' | 'abandoned' | 'pending' | 'reversed';
  reference: string;
  providerId: string;
  /** What the payer paid, before the provider's fee is deducted. */
  amount: Money;
  /** Null if the provider does not say, or not in whole kobo. */
  fee: number | null;
  paidAt: Date | null;
  /** In the provider's word: card, bank_transfer, ussd, dedicated_nuban. */
  channel: string;
  /** The number of the dedicated account that received it. */
  account: string | null;
  /** A few details for people who review a payment; no card data. */
  raw: Record<string, string>;
}

export interface GatewayEvent {
  /** `transfer` is one into a dedicated account: its reference is the provider's, and `account` says whose it is. */
  kind: 'charge' | 'transfer' | 'refund' | 'dispute';
  reference: string;
  providerId: string | null;
  account: string | null;
}

export interface AccountRequest extends Asked {
  /** Identifies the payer to the provider: one address has one account. */
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
}

export interface DedicatedAccount {
  customerCode: string;
  accountNumber: string;
  accountName: string;
  bank: string;
}

export interface DedicatedAccounts {
  /** Repeatable: an account that the payer already has is returned. */
  open(request: AccountRequest): Promise<DedicatedAccount>;
}

/** How an answer differs from the recorded payment. A payment is credited only if this is empty. */
export function differences(answer: FoundAnswer, recorded: { reference: string; amount: Money }) {
  const isSame = {
    reference: answer.reference === recorded.reference,
    currency: answer.amount.currency === recorded.amount.currency,
    amount: answer.amount.minor === recorded.amount.minor,
  };
  return (['reference', 'currency', 'amount'] as const).filter((key) => !isSame[key]);
}
