import type { ProviderChannel, ProviderField, ProviderKind } from '#kernel/messages/providers/provider.ts';
import type { WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';
import { page } from '#web/page.ts';

export interface SavedProvider {
  id: number;
  kind: ProviderKind;
  isOn: boolean;
  perSecond: number;
  savedAt: string;
  testedAt: string | null;
  balance: string | null;
  balanceUnit: string | null;
  balanceAt: string | null;
  balanceTrouble: string | null;
  isLow: boolean;
  /** What was entered, without secrets. */
  shown: Record<string, string>;
  /** Where the provider sends its reports. */
  webhook: string;
  /** The provider signs nothing, so a secret belongs at its end, which an owner creates. */
  hasSecretInAddress: boolean;
}

export interface KindForm {
  kind: ProviderKind;
  label: string;
  fields: readonly ProviderField[];
  hasBalance: boolean;
}

export interface ChannelSettings {
  channel: ProviderChannel;
  label: string;
  kinds: KindForm[];
  first: SavedProvider | null;
  second: SavedProvider | null;
}

export type PricedChannel = 'sms' | 'whatsapp';

export interface NetworkPrice {
  channel: PricedChannel;
  /** A network of SMS; for WhatsApp the countries that have one price. */
  network: string;
  prefixes: string[];
  /** In minor units; null until it is entered. */
  price: number | null;
}

/** The beginning of numbers that messages went to without a price. */
export interface PriceGap {
  channel: PricedChannel;
  prefix: string;
  count: number;
}

export interface MessageProvidersProps {
  /** What was asked for and isn't in force. */
  changes: WaitingChange[];
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  channels: ChannelSettings[];
  quiet: { from: string; until: string };
  budget: { month: number | null; warnBelow: string; spent: number; waiting: number };
  networks: NetworkPrice[];
  gaps: PriceGap[];
  isNigerian: boolean;
  /** Where a test to oneself goes. */
  own: { phone: string; email: string };
}
export const messageProvidersPage = page<MessageProvidersProps>('sending/message-providers');
