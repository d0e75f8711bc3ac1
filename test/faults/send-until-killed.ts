import { connect } from '#kernel/database.ts';
import { createSender } from '#features/records/sending/sender/sender.ts';

// A process that sends what is due, for a test to kill: its argument is the address of the database.
const database = connect({ url: process.argv[2]!, max: 8 });
const sender = createSender(
  { database, secret: Buffer.alloc(32, 7), providers: { reachesPrivate: true, timeoutMs: 5000 } },
  console.error,
);
process.on('disconnect', () => process.exit());
for (;;) {
  await sender.sendDue();
  await new Promise((done) => setTimeout(done, 20));
}
