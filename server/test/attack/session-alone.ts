// What a session alone is worth to whoever stole its tokens, call by call. A call of a member that has no row here fails
// thief.test.ts: whoever adds one takes a stand.

export type Stand =
  /** Shows something and changes nothing. */
  | 'reads'
  /** The work that members earn by, and buying a level, which can be given back: never asks. */
  | 'works'
  /** Changes something, but lets no money out of the member's reach, exposes no secret and ends no other session. */
  | 'harmless'
  /** Asks for a confirmation of the last five minutes, given by signing in, too. */
  | 'confirmation'
  /** Asks for a confirmation that covers its total. */
  | 'payment'
  /** Takes the credential in the very call. */
  | 'credential'
  /** Follows a call that took the credential, and is refused without it. */
  | 'follows a credential'

export const sessionAlone: Readonly<Record<string, Stand>> = {
  // Session and profile
  'GET auth/me': 'reads',
  'POST auth/logout': 'harmless', // this session
  'GET sessions': 'reads',
  'POST sessions/end': 'confirmation', // of others; this one alone as by logout, sessions.test.ts
  'POST viewer': 'harmless', // preferences; a new password takes the current one, members.test.ts
  'POST update-balance': 'reads',
  'POST upload': 'harmless', // the avatar
  // Security
  'GET security': 'reads',
  'POST auth/confirm': 'credential',
  'POST one-time-codes': 'credential',
  'POST one-time-codes/confirm': 'follows a credential',
  'POST one-time-codes/end': 'credential',
  'POST recovery-codes': 'credential',
  'POST passkeys/new': 'credential',
  'POST passkeys': 'follows a credential',
  'POST passkeys/:passkey_id/rename': 'harmless',
  'POST passkeys/:passkey_id/remove': 'credential',
  'POST passkeys/confirm': 'harmless', // a challenge, which only the member's passkey answers
  'POST email': 'credential',
  'POST email/remove': 'credential',
  'POST phone': 'credential',
  'POST phone-codes': 'harmless', // a message to the member's own number
  'POST phone-codes/confirm': 'follows a credential', // of a change; otherwise it confirms what is there
  // Notices
  'POST notifications': 'reads',
  'POST unread-notifications': 'reads',
  'POST update-notifications': 'harmless', // what concerns security is pushed though it was read, channels.test.ts
  'GET notification-settings': 'reads',
  // Silencing what tells of money that leaves; anything else is harmless, and what concerns security is always sent, channels.test.ts
  'POST notification-settings': 'confirmation',
  'POST push/subscriptions': 'harmless', // ends with the session, and replaces its own first, channels.test.ts
  'POST push/subscriptions/keep': 'harmless',
  'POST push/subscriptions/remove': 'harmless',
  'GET events': 'reads',
  // Invoices
  'GET billing': 'reads',
  'POST billing': 'harmless', // moves no money; documents that exist keep theirs
  'POST billing/check-number': 'harmless', // asks the public service
  'GET invoices': 'reads',
  'GET invoices/:invoice_id': 'reads',
  'GET invoices/:invoice_id/file': 'reads',
  'GET invoices/export': 'reads',
  'GET campaigns/:campaign_id/quote-document': 'reads',
  // Money in and out
  'POST address': 'reads',
  'POST update-address': 'harmless', // money goes to the payout account, wherever the member lives
  'GET banks': 'reads',
  'POST bank': 'reads',
  'POST update-bank': 'credential',
  'GET deposit/methods': 'reads',
  'POST deposit': 'harmless', // money that comes in is the member's; that it pays a campaign takes a confirmation
  'POST deposit-history': 'reads',
  'GET deposit/:deposit_id': 'reads',
  'POST deposit/:deposit_id/cancel': 'harmless', // money that arrives all the same is credited
  'GET withdraw/terms': 'reads',
  'POST withdraw': 'confirmation', // or its credential in the call
  'POST withdraw-history': 'reads',
  'GET withdraw/:withdrawal_id': 'reads',
  'POST withdraw/:withdrawal_id/cancel': 'harmless', // the money is available again
  'GET statements': 'reads',
  // Terms
  'GET account/terms': 'reads',
  'POST account/terms': 'harmless', // binds nobody to pay, and the member reads when it was
  // Levels
  'GET level/:level_id/preview': 'reads',
  'POST update-level': 'works',
  'GET level-refund': 'reads',
  'POST level-refund': 'harmless', // the money is available again
  // Orders
  'POST list-product': 'reads',
  'POST number-product': 'reads',
  'POST number-product-distributing': 'reads',
  'POST list-product-completed': 'reads',
  'POST total-bonus-today': 'reads',
  'POST total-bonus-yesterday': 'reads',
  'POST random-product': 'works',
  'POST product': 'reads',
  'POST orders': 'works',
  'GET orders/:order_id': 'reads',
  'GET orders/:order_id/visits': 'reads',
  'POST orders/:order_id/start': 'works',
  'POST orders/:order_id/return': 'works',
  'POST orders/:order_id/object': 'works',
  'POST product-claim-reward': 'works',
  'GET awards/by-day': 'reads',
  'POST list-invited': 'reads',
  // Campaigns
  'POST campaigns/quote': 'reads',
  'POST campaigns': 'harmless', // unpaid
  'GET campaigns': 'reads',
  'GET campaigns/:campaign_id': 'reads',
  'POST campaigns/:campaign_id': 'confirmation', // its member may pay what was exchanged, at the same total
  'POST campaigns/:campaign_id/pay': 'payment',
  'POST campaigns/:campaign_id/pause': 'harmless',
  'POST campaigns/:campaign_id/resume': 'harmless', // spends what the member has paid with a confirmation
  'POST campaigns/:campaign_id/top-up-quote': 'reads',
  'POST campaigns/:campaign_id/top-up': 'payment',
  'GET campaigns/:campaign_id/cancel-quote': 'reads',
  'POST campaigns/:campaign_id/cancel': 'harmless', // the money is available again
  'POST campaigns/check-landing': 'harmless',
  'POST campaigns/preview': 'reads',
  'POST campaigns/creative': 'harmless',
  'GET campaigns/draft': 'reads',
  'POST campaigns/draft': 'harmless',
  'GET campaigns/:campaign_id/results': 'reads',
  'GET campaigns/:campaign_id/verification': 'reads',
  'POST campaigns/:campaign_id/verification': 'harmless',
  'POST campaigns/:campaign_id/postback-keys': 'confirmation',
  'POST campaigns/:campaign_id/postback-keys/:key_id/retire': 'confirmation',
  'GET campaigns/:campaign_id/postback-deliveries': 'reads',
  'POST campaigns/:campaign_id/postback-deliveries/:delivery_id/replay': 'harmless', // what the advertiser's server said
  'POST campaigns/:campaign_id/postback-test': 'reads', // signs one fixed click, which never counts
  // Support
  'GET conversations': 'reads',
  'GET conversation-subjects': 'reads',
  'POST conversations': 'harmless', // nothing in a conversation moves money
  'GET conversations/:conversation_id': 'reads',
  'POST conversations/:conversation_id/messages': 'harmless',
  'POST conversations/:conversation_id/solved': 'harmless',
  'POST conversations/:conversation_id/reopen': 'harmless',
  // The account
  'GET account/acts': 'reads',
  'GET account/levels': 'reads',
  'POST account/export': 'credential',
  'GET account/closing': 'reads',
  'POST account/close': 'credential',
  'POST proofs/mine': 'reads',
  // Files
  'GET statements/export': 'reads',
  'GET statements.pdf': 'reads',
  'GET deposit/:deposit_id/receipt.pdf': 'reads',
  'GET withdraw/:withdrawal_id/receipt.pdf': 'reads',
  'GET deposit-history.csv': 'reads',
  'GET withdraw-history.csv': 'reads',
  'GET awards/:order_id/receipt.pdf': 'reads',
  'GET list-product-completed.csv': 'reads',
  'GET list-product.csv': 'reads',
  'GET campaigns/:campaign_id/visits.csv': 'reads',
}
