/** What becomes of a difference when its day is approved. */
export const differenceFates = { open: 'Keep open', post: 'Post to Cash differences' } as const;

export const explanations = { posted: 'Post to Cash differences', payment: 'It is a payment' } as const;

export const differenceStates = { open: 'Open', explained: 'Explained' } as const;

export const counterChannelLabels = { cash: 'Cash', transfer: 'Transfer', pos: 'POS', cheque: 'Cheque' } as const;
