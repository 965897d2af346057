// Every once-only action with its test of concurrent requests. A call with its own idempotency but without a row here
// fails races.table.test.ts, and so does a row whose test is missing.

interface Once {
  /** `METHOD path`, or a description if it is not a call. */
  readonly action: string
  /** How many of the concurrent requests succeed; `all`: all get the same response, with a single effect. */
  readonly allowed: 1 | 'at most 1' | 'all'
  /** File and name of the test. */
  readonly shown: readonly [file: string, test: string]
}

const HTTP = 'server/src/platform/http'
const races = (name: string) => [`${HTTP}/races.test.ts`, name] as const
const pressed = (name: string) => [`${HTTP}/races.staff.test.ts`, name] as const
const BY_TWO = 'server/src/withdrawals/statements-by-two.test.ts'
const CONNECTION = 'server/src/banking/bank-connection.test.ts'
const DUTIES = 'server/src/withdrawals/separate-duties.test.ts'
const KEYED = [
  `${HTTP}/idempotency.test.ts`,
  'fifty concurrent requests with one key have one effect and the same response',
] as const

export const once: readonly Once[] = [
  // Members
  {
    action: 'POST orders',
    allowed: 'all',
    shown: races('concurrent takes of one offer make one order and use one turn'),
  },
  { action: 'POST orders/:order_id/start', allowed: 'all', shown: races('concurrent starts open one link') },
  {
    action: 'POST orders/:order_id/return',
    allowed: 'all',
    shown: races('returning an order releases the money and the turn once'),
  },
  { action: 'POST orders/:order_id/object', allowed: 'all', shown: KEYED },
  { action: 'POST product-claim-reward', allowed: 'all', shown: races('concurrent claims pay one award') },
  { action: 'POST update-level', allowed: 1, shown: races('one level is bought once') },
  { action: 'POST level-refund', allowed: 'all', shown: races('one fee is refunded once') },
  { action: 'POST deposit', allowed: 'all', shown: KEYED },
  { action: 'POST withdraw', allowed: 'all', shown: KEYED },
  {
    action: 'POST deposit/:deposit_id/cancel',
    allowed: 'all', // cancelled once, and the others are told the same
    shown: ['server/src/deposits/deposits.test.ts', 'a deposit is cancelled by its member'],
  },
  {
    action: 'POST withdraw/:withdrawal_id/cancel',
    allowed: 'at most 1',
    shown: [
      'server/src/withdrawals/withdrawals.test.ts',
      'cancelled and approved concurrently: exactly one succeeds',
    ],
  },
  { action: 'POST campaigns', allowed: 'all', shown: KEYED },
  {
    action: 'POST campaigns/:campaign_id/pay',
    allowed: 'all',
    shown: ['server/src/campaigns/placing.test.ts', 'fifty concurrent payments charge once'],
  },
  { action: 'POST campaigns/:campaign_id/pause', allowed: 'all', shown: KEYED },
  { action: 'POST campaigns/:campaign_id/resume', allowed: 'all', shown: KEYED },
  {
    action: 'POST campaigns/:campaign_id/top-up',
    allowed: 'all',
    shown: ['server/src/campaigns/placing.test.ts', 'of fifty concurrent top-ups with money for three'],
  },
  { action: 'POST campaigns/:campaign_id/cancel', allowed: 'all', shown: KEYED },
  ...['', '/:conversation_id/messages'].map((end) => ({
    action: `POST conversations${end}`,
    allowed: 'all' as const,
    shown: [
      'server/src/support/support.test.ts',
      'what is sent again is there once, also by fifty at once',
    ] as const,
  })),
  { action: 'POST conversations/:conversation_id/solved', allowed: 'all', shown: KEYED },
  { action: 'POST conversations/:conversation_id/reopen', allowed: 'all', shown: KEYED },
  // Credentials
  { action: 'a name registered', allowed: 1, shown: races('one name is registered once') },
  { action: 'a phone number registered', allowed: 1, shown: races('one phone is registered once') },
  {
    action: 'a refresh token used',
    allowed: 'at most 1',
    shown: [
      'server/src/members/sessions.test.ts',
      'of fifty concurrent refreshes with one token at most one gets a pair',
    ],
  },
  {
    action: 'a recovery code used',
    allowed: 1,
    shown: [
      'server/src/members/recovery.test.ts',
      'of fifty concurrent requests with one code, one sets the password',
    ],
  },
  {
    action: 'a link for a new password used',
    allowed: 1,
    shown: [
      'server/src/members/recovery.test.ts',
      'of fifty concurrent requests with one link, one sets the password',
    ],
  },
  {
    action: 'a step of one-time codes used',
    allowed: 1,
    shown: [
      'server/src/members/one-time-codes.test.ts',
      'of fifty concurrent sign-ins with one code, one succeeds',
    ],
  },
  {
    action: 'a challenge of a passkey answered',
    allowed: 1,
    shown: ['server/src/members/passkeys.test.ts', 'of fifty concurrent uses of one assertion one signs in'],
  },
  {
    action: 'a challenge of registering used',
    allowed: 1,
    shown: ['server/src/members/registration.test.ts', 'is used once, also by fifty at once'],
  },
  {
    action: 'the last use of an invitation',
    allowed: 1,
    shown: ['server/src/members/invitations.test.ts', 'its last use, wanted by two at once, is had by one'],
  },
  {
    action: 'an upload of one member',
    allowed: 'at most 1',
    shown: ['server/src/content/uploads.test.ts', 'of one member are accepted one by one'],
  },
  // Staff
  {
    action: 'a set-up code used',
    allowed: 1,
    shown: ['server/src/staff/operators.test.ts', 'of fifty concurrent requests with one code, one succeeds'],
  },
  {
    action: 'a proposal carried out (adjustment, refund, freeze released, payout account, money unlocked)',
    allowed: 1,
    shown: ['server/src/staff/approvals.test.ts', 'fifty concurrent approvals execute it once'],
  },
  ...['ledger/adjustments', 'members/:member_id/refund'].map((path) => ({
    action: `POST backoffice/${path}`,
    allowed: 'all' as const,
    shown: pressed('an adjustment and a refund, sent fifty times with one key, are proposed once each'),
  })),
  {
    action: 'an adjustment approved',
    allowed: 1,
    shown: [
      'server/src/ledger/ledger.admin.test.ts',
      'fifty concurrent approvals of one adjustment post one entry',
    ],
  },
  {
    action: 'POST backoffice/withdrawals/:withdrawal_id/approve',
    allowed: 1,
    shown: pressed('one is approved once'),
  },
  {
    action: 'POST backoffice/withdrawals/:withdrawal_id/refuse',
    allowed: 'all',
    shown: pressed('one is refused once, and its money is released once'),
  },
  ...['', '/:batch_id/export', '/:batch_id/send'].map((end) => ({
    action: `POST backoffice/payout-batches${end}`,
    allowed: end === '' ? (1 as const) : ('all' as const),
    shown: pressed('one is put into one payment file, which is exported to the same text and sent once'),
  })),
  {
    action: 'POST backoffice/payout-batches/:batch_id/drop',
    allowed: 1,
    shown: ['server/src/withdrawals/bank-files.test.ts', 'a batch without an exported file may be dropped'],
  },
  {
    action: 'POST backoffice/payout-batches/:batch_id/late',
    allowed: 'all',
    shown: [
      'server/src/withdrawals/late-batches.test.ts',
      'exported and late, nobody sends or exports it alone; two people say that the bank has it, and it is sent once',
    ],
  },
  {
    action: 'a withdrawal that comes back',
    allowed: 1,
    shown: [
      'server/src/withdrawals/withdrawals.test.ts',
      'sent fifty times concurrently, it is sent once, and returned once',
    ],
  },
  {
    action: 'POST backoffice/bank-statements',
    allowed: 'all',
    shown: pressed('the same bank file is imported once and credits once'),
  },
  {
    action: 'POST backoffice/bank-statements/:statement_id/confirm',
    allowed: 1,
    shown: [BY_TWO, 'of fifty who confirm a statement at once one does, and it credits once'],
  },
  {
    action: 'POST backoffice/bank-statements/:statement_id/discard',
    allowed: 1,
    shown: [BY_TWO, 'of fifty who discard a statement at once one does'],
  },
  {
    action: 'POST backoffice/bank-statements/:statement_id/revoke',
    allowed: 'all',
    shown: [BY_TWO, 'of fifty proposals to revoke a statement one is made, and it is approved once'],
  },
  {
    action: 'POST backoffice/bank-connection/by-hand',
    allowed: 'all',
    shown: [CONNECTION, 'of fifty proposals at once one is made'],
  },
  {
    action: 'POST backoffice/opening-balance',
    allowed: 'all',
    shown: [CONNECTION, 'is proposed once, however many propose it at once'],
  },
  {
    action: 'POST backoffice/bank-lines/:line_id/book',
    allowed: 'all',
    shown: [
      'server/src/withdrawals/bank-charge.test.ts',
      'is booked once, however many propose and approve it at once',
    ],
  },
  {
    action: 'POST backoffice/bank-lines/:line_id/payout',
    allowed: 'all',
    shown: [
      'server/src/withdrawals/payout-with-fee.test.ts',
      'is proposed and paid once, however many propose and approve it at once',
    ],
  },
  {
    action: 'POST backoffice/bank-lines/:line_id/confirm',
    allowed: 'all',
    shown: [DUTIES, 'of fifty who approve its credit at once one does, and it credits once'],
  },
  {
    action: 'a payment by card credited',
    allowed: 1,
    shown: ['server/src/deposits/card.test.ts', 'credits once, fifty times concurrently and again'],
  },
  {
    action: 'POST backoffice/bank-lines/:line_id/assign',
    allowed: 'all',
    shown: [
      'server/src/withdrawals/bank-files.test.ts',
      'unmatched, it is booked separately, then assigned to its member, once',
    ],
  },
  {
    action: 'POST backoffice/bank-lines/:line_id/resolve',
    allowed: 1,
    shown: ['server/src/banking/banking.admin.test.ts', 'a line’s details show who proposed its refund'],
  },
  {
    action: 'POST backoffice/refunds/:refund_id/take-back',
    allowed: 'all',
    shown: [
      'server/src/withdrawals/lists.test.ts',
      'a refund whose payee banks cannot read is taken back by two',
    ],
  },
  {
    action: 'POST backoffice/bank-mappings',
    allowed: 'all',
    shown: ['server/src/banking/bank-readers.test.ts', 'is parsed by its mapping'],
  },
  {
    action: 'POST backoffice/deposits/:deposit_id/refuse',
    allowed: 'all',
    shown: pressed('an announced deposit is refused once'),
  },
  {
    action: 'POST backoffice/card-events/:event_id/resolve',
    allowed: 1,
    shown: [
      'server/src/deposits/deposits.admin.test.ts',
      'a card event that needs a decision is resolved once',
    ],
  },
  {
    action: 'POST backoffice/campaigns/:campaign_id/approve',
    allowed: 'all',
    shown: pressed('one is approved or rejected, never both'),
  },
  {
    action: 'POST backoffice/campaigns/:campaign_id/take-down',
    allowed: 'all',
    shown: pressed('one is taken down once'),
  },
  {
    action: 'POST backoffice/rings/:member_id/reviews',
    allowed: 'all',
    shown: [
      'server/src/orders/rings.test.ts',
      'of ten operators who decide a ring at once, each order is decided by one',
    ],
  },
  {
    action: 'POST backoffice/members/:member_id/tags',
    allowed: 'all',
    shown: [
      'server/src/members/member-notes.test.ts',
      'a tag is one word, put on once and taken off once, at most twelve',
    ],
  },
  {
    action: 'POST backoffice/members/:member_id/notes',
    allowed: 1,
    shown: ['server/src/members/member-notes.test.ts', 'of ten who correct one note at once, one does'],
  },
  ...['answer', 'note'].map((end) => ({
    action: `POST backoffice/conversations/:conversation_id/${end}`,
    allowed: 'all' as const,
    shown: [
      'server/src/support/support.admin.test.ts',
      'an answer and a note, sent fifty times with one key, are there once',
    ] as const,
  })),
  ...['conversations/:conversation_id/assign', 'conversations/:conversation_id/close'].map((path) => ({
    action: `POST backoffice/${path}`,
    allowed: 'all' as const,
    shown: [
      'server/src/support/support.admin.test.ts',
      'closed and assigned by ten at once, it is so once, and its member is told once',
    ] as const,
  })),
  {
    action: 'POST backoffice/answer-templates',
    allowed: 'all',
    shown: [
      'server/src/support/support.admin.test.ts',
      'templates are kept by name and language, and changed in place',
    ],
  },
  {
    action: 'POST backoffice/answer-templates/:template_id/delete',
    allowed: 1,
    shown: [
      'server/src/support/support.admin.test.ts',
      'templates are kept by name and language, and changed in place',
    ],
  },
  { action: 'POST backoffice/members/:member_id/unlock', allowed: 1, shown: pressed('a lock is ended once') },
  {
    action: 'POST backoffice/broadcasts/:broadcast_id/send',
    allowed: 'all',
    shown: pressed('a broadcast is proposed once'),
  },
  {
    action: 'POST backoffice/broadcasts/:broadcast_id/trial',
    allowed: 'all',
    shown: [
      'server/src/notices/broadcasts.test.ts',
      'is mailed to an address of the house first, and does not count as sent',
    ],
  },
  {
    action: 'a version saved',
    allowed: 1,
    shown: pressed(
      'of concurrent saves of a popup or a setting from one version, one succeeds; of a page, one proposal is made',
    ),
  },
]
