import type { GatewayField, GatewayMode } from './providers/gateway.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import { publicPage } from '#web/public-pages/public-page.ts';
import type { FamilyPayment, WaitingPayment } from './family/family-payments.ts';
import type { FamilyInstitution, OnlinePaymentView } from './family/my-fees.queries.ts';
import type { FormProps } from '#ui/public/form-props.ts';
import type { WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';
import type { OrderStatus } from '#features/online/orders/orders.ts';
import type { Provider } from './gateways.ts';
import type { reviewList } from './review/reviews.list.ts';

interface MyFeesProps {
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
  /** What was asked for and isn't in force. */
  changes: WaitingChange[];
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

/** The buyer's page of an order, in the look of the school's site. */
export interface OrderProps extends FormProps {
  status: OrderStatus;
  title: string;
  text: string;
  /** The button that opens the payment page. */
  pay: string | null;
  /** Whether a payment is under way, which the page asks about. */
  isWaiting: boolean;
  check: string;
  isTest: boolean;
  pinName: string | null;
  pins: { serial: string; secret: string; note: string; isOver: boolean; use: string | null }[];
  useLabel: string;
  instructions: string | null;
  facts: { label: string; value: string }[];
}
export const orderPage = publicPage<OrderProps>('gateways/order');

interface TestGatewayProps {
  reference: string;
  amount: number;
  currency: string;
  outcome: string;
  returnTo: string;
}
export const testGatewayPage = page<TestGatewayProps>('gateways/test-gateway');
