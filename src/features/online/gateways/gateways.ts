/** Words of online payments, with their names on the screen. */
export const providers = {
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  test: 'Test gateway',
} as const;
export type Provider = keyof typeof providers;

const onlineStatuses = {
  recorded: 'Not started',
  starting: 'Starting',
  open: 'Waiting',
  paid: 'Paid',
  failed: 'Failed',
  abandoned: 'Not completed',
  review: 'Under review',
  handled: 'Not credited',
} as const;
export type OnlineStatus = keyof typeof onlineStatuses;

/** Why a person has to decide. */
export const reviewReasons = {
  amount: 'Different amount',
  currency: 'Different currency',
  reference: 'Different reference',
  unknown: 'Unknown reference',
  late: 'Paid too late to credit',
  reversed: 'Refunded or reversed by the provider',
  dispute: 'Disputed by the payer',
  account: 'Unknown bank account',
  recorded: 'Already recorded',
} as const;
export type ReviewReason = keyof typeof reviewReasons;

export const reviewStates = {
  open: 'Needs review',
  accepted: 'Accepted',
  handled: 'Handled',
  joined: 'Joined',
} as const;
export type ReviewState = keyof typeof reviewStates;

/** Whose money can be credited as it was received, by a bursar with a second person. */
export const acceptable: readonly ReviewReason[] = ['amount', 'unknown', 'late', 'account', 'recorded'];
