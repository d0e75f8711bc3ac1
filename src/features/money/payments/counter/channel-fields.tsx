import { useState } from 'react';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { channels, counterChannels, type CounterChannel } from '#features/money/receivables/receivables.ts';
import classes from '../shared/counter.module.css';

/** How the money came, and what identifies it. */
export function ChannelFields() {
  const [channel, setChannel] = useState<CounterChannel>('cash');
  return (
    <>
      <fieldset className={classes.channels}>
        <legend>Paid by</legend>
        {counterChannels.map((one) => (
          <label key={one}>
            <input type="radio" name="channel" value={one} checked={channel === one} onChange={() => setChannel(one)} />
            {channels[one]}
          </label>
        ))}
      </fieldset>
      {channel !== 'cash' && (
        <TextField
          name="reference"
          label={channel === 'cheque' ? 'Cheque number' : channel === 'pos' ? 'Slip number' : 'Reference'}
          optional={channel === 'pos'}
          maxLength={100}
          autoComplete="off"
        />
      )}
      {channel === 'cheque' && (
        <>
          <TextField name="cheque_bank" label="Bank" maxLength={80} />
          <DatePickerField name="cheque_date" label="Date of the cheque" optional />
        </>
      )}
    </>
  );
}
