// What a list says that has no rows, in English: by the value of its one filter, `all` without any.
export const emptyEn = {
  empty: {
    campaigns: {
      all: 'No campaigns yet. They appear here once members place and pay them.',
      review: 'No campaign is waiting for review.',
    },
    orders: { all: 'No order is waiting for review.' },
    objections: {
      all: 'No objections yet. Members can object to visits that were refused in review.',
      open: 'No objection is waiting for a decision.',
    },
    approvals: {
      all: 'No proposals yet. Changes that need two people appear here.',
      open: 'Nothing is waiting for approval.',
    },
    deposits: {
      all: 'No deposits yet. They appear here once members request them.',
      awaiting: 'No deposit is awaited.',
    },
    'bank-lines': {
      all: 'No bank lines yet. Import a statement of the receiving account.',
      unmatched: 'No bank line is unmatched.',
      held: 'No bank line is waiting for a second person.',
    },
    'bank-statements': {
      all: 'No statements yet. Import the file that the bank exports for the receiving account.',
      true: 'No such statement.',
    },
    'bank-mappings': {
      all: 'No mappings yet. You need one only if the bank exports CSV instead of camt.053.',
    },
    withdrawals: {
      all: 'No withdrawals yet. They appear here once members request them.',
      requested: 'No withdrawal is waiting for approval.',
      approved: 'No approved withdrawal is waiting for a payment file.',
    },
    'payout-batches': { all: 'No payment files yet. Create one once withdrawals are approved.' },
    refunds: { all: 'No refunds yet. A payment nobody can be found for is returned from its bank line.' },
    'card-events': {
      all: 'No card events yet. The card processor sends them when members pay by card.',
      needs_review: 'No card event needs review.',
    },
    members: { all: 'No members yet. Create an invitation for the first ones under Invitations.' },
    invitations: {
      all: 'No invitations yet. Create one, and send its link to those who are to register.',
      open: 'No invitation is open.',
    },
    broadcasts: { all: 'No broadcasts yet. A broadcast is a notification to many members at once.' },
    entries: { all: 'No entries yet. The first deposit creates the first one.' },
    checks: { all: 'No checks yet. One runs every hour; you can also run one now.' },
    freezes: {
      all: 'Nothing was ever on hold.',
      true: 'Nothing is on hold.',
      false: 'Nothing was released.',
    },
    proofs: { all: 'No proofs yet. One is created every day; you can also create one now.' },
  },
}
