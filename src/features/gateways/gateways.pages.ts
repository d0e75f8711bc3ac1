import type { GatewayField, GatewayMode } from '#kernel/gateways/gateway.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { FamilyPayment, WaitingPayment } from './family/family-payments.queries.ts';
import type { FamilyInstitution } from './family/my-fees.queries.ts';
import type { OnlinePaymentView } from './family/online-payment.queries.ts';
import type { BuyerView } from '#features/orders/buyer/buyer-view.queries.ts';
import type { OnlineStatus, Provider } from './gateways.ts';
import type { reviewList } from './review/reviews.list.ts';

export interface MyFeesProps {
  institutions: FamilyInstitution[];
  waiting: WaitingPayment[];
  payments: FamilyPayment[];
  isCut: boolean;
}
export const myFeesPage = page<MyFeesProps>('gateways/my-fees');

export const onlinePaymentPage = page<{ payment: OnlinePaymentView }>('gateways/online-payment');

export interface ProviderSettings {
  provider: Provider;
  label: string;
  fields: (Omit<GatewayField, 'isSecret'> & { isSecret: boolean; value: string })[];
  isSaved: boolean;
  mode: GatewayMode | null;
  savedAt: string | null;
  testedAt: string | null;
  /** Where the provider sends its events. */
  webhook: string;
}
export interface GatewaySettingsProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
  enabled: Provider | null;
  isDemonstration: boolean;
  minimum: number;
  givesAccounts: boolean;
  providers: ProviderSettings[];
}
export const gatewaySettingsPage = page<GatewaySettingsProps>('gateways/gateway-settings');

export const reviewListPage = page<PropsOfList<typeof reviewList> & { can: { decide: number[] } }>('gateways/reviews');

export interface OrderProps {
  code: string;
  order: BuyerView;
  /** The latest attempt to pay. */
  online: { status: OnlineStatus; said: string | null; isTest: boolean } | null;
  /** Whether the school takes payments online. */
  isOnline: boolean;
}
export const orderPage = page<OrderProps>('gateways/order');

export interface TestGatewayProps {
  reference: string;
  amount: number;
  currency: string;
  outcome: string;
  returnTo: string;
}
export const testGatewayPage = page<TestGatewayProps>('gateways/test-gateway');
