/** Why somebody is not invited together with others. */
export const skipReasonLabels = {
  account: 'Already has an account',
  invited: 'Already invited; the invitation is still open',
  waiting: 'Already waiting for approval',
  no_contact: 'No e-mail address or phone number on the record',
  shared: 'The contact is also on someone else’s record or account',
  own: 'Your own contact',
  blocked: 'The number or address is blocked',
  left: 'Former employee',
  by_hand: 'The invitation has expired; create a new one on the user’s page',
  changed: 'Contact changed since; invite again and request approval',
  gone: 'Record no longer exists',
  failed: 'Could not be invited; try again from the record',
} as const;

export type SkipReason = keyof typeof skipReasonLabels;

export interface SkippedGroup {
  why: SkipReason;
  count: number;
  /** The first of them. */
  people: { id: number; name: string }[];
}

export interface ChannelCost {
  channel: 'email' | 'sms';
  count: number;
  /** '₦1,960.00', or null for what costs nothing. */
  cost: string | null;
  /** Without a provider they reach nobody. */
  kept: number;
}

/** What the invitation of many would do. */
export interface BulkPreview {
  institution: string;
  invited: number;
  /** Those whose expired invitations are replaced. */
  renewed: number;
  /** How many of both wait for a second person. */
  waits: number;
  /** All of them, because of the role. */
  isByRole: boolean;
  channels: ChannelCost[];
  leftOut: SkippedGroup[];
  /** The roles to choose from; null where the role is fixed. */
  roles: { id: number; name: string }[] | null;
}
