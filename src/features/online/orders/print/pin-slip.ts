/** What a cashier prints for the buyer of pins. */
export interface PinSlip {
  institution: string;
  name: string;
  instructions: string | null;
  order: string;
  receipt: string;
  soldAt: string;
  amount: string;
  /** The buyer's page. */
  address: string;
  pins: { serial: string; secret: string; validity: string }[];
}
