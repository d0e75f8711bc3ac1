import { count, money } from '#ui/format.ts';
import type { NetworkCost } from './compose-preview.ts';
import classes from './network-costs.module.css';

/** What the SMS would cost on each network, and what goes by WhatsApp. */
export function NetworkCosts({ networks, currency }: { networks: NetworkCost[]; currency: string }) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">Cost by network</caption>
      <thead>
        <tr>
          <th scope="col">Network</th>
          <th scope="col">Messages</th>
          <th scope="col">Parts</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {networks.map(({ channel, network, unit, recipients, parts, price }) => (
          <tr key={`${network} ${unit}`}>
            <th scope="row">
              {network ?? 'Unknown'}
              {unit !== null && (
                <small>
                  {money(unit, currency)} {channel === 'sms' ? 'a part' : 'a message'}
                </small>
              )}
            </th>
            <td>{count(recipients)}</td>
            <td>{parts === null ? '—' : count(parts)}</td>
            <td>{price === null ? 'Not priced' : money(price, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
