import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { Money, Secondary } from '#ui/text.tsx';
import { orderKinds, orderNumber } from '#features/orders/orders.ts';
import { receiptNumber } from '#features/receivables/receivables.ts';
import type { PropsOf } from '#web/page.ts';
import { BoughtPins } from '../parts/bought-pins.tsx';
import { OrderState } from '../parts/order-state.tsx';
import { TestNotice } from '../parts/test-notice.tsx';
import { useOrder } from '../parts/use-order.ts';
import type { orderPage } from '../gateways.pages.ts';
import classes from '../parts/order.module.css';

/** The buyer's page of an order, which only its link opens. */
export default function OrderPage(props: PropsOf<typeof orderPage>) {
  const { order, online } = props;
  useOrder(props);
  const { currency, quantity } = order;
  const what = order.pinName ?? orderKinds[order.kind];
  return (
    <div className={classes.order}>
      <PageHeader title={order.school} description={`Order ${orderNumber(order.number)}`} />
      {online?.isTest && <TestNotice />}
      <OrderState {...props} />
      <BoughtPins order={order} />
      <Card title="Your order">
        <p className={classes.line}>
          <span>
            {quantity > 1 ? `${quantity} × ${what}` : what}
            {quantity > 1 && (
              <Secondary>
                {' '}
                <Money minor={order.unitPrice} currency={currency} /> each
              </Secondary>
            )}
          </span>
          <strong>
            <Money minor={order.amount} currency={currency} />
          </strong>
        </p>
        {order.receipt !== null && <Secondary>Receipt {receiptNumber(order.receipt)}</Secondary>}
      </Card>
    </div>
  );
}
