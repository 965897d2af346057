// What the back office answers: HTTP status and English text of each key; the other languages stand beside those of members.

export const backofficeMessages = {
  staff_session_has_ended: { status: 401, text: 'please sign in to the back office' },
  request_is_not_from_the_back_office: {
    status: 403,
    text: 'this request did not come from the back office’s own pages',
  },
  your_role_may_not_do_this: { status: 403, text: 'your role does not include this' },
  please_confirm_that_it_is_you: {
    status: 403,
    text: 'confirm with your password and a code, or with a passkey, and try again',
  },
  password_must_have_at_least_12_characters: {
    status: 422,
    text: 'a password of staff has at least 12 characters',
  },
  proof_is_being_made: { status: 409, text: 'a proof is being made right now; wait for it' },
  proof_cannot_be_made: { status: 409, text: 'no proof can be made: {reason}' },
  proof_key_is_configured: {
    status: 409,
    text: 'the key that signs proofs is set in the configuration; replace it there',
  },
  operator_name_is_invalid: {
    status: 422,
    text: 'a name of staff has 3 to 30 small letters, digits, dots and dashes, a letter first',
  },
  operator_name_is_taken: { status: 409, text: 'somebody of staff has or had this name' },
  operator_is_unknown: { status: 404, text: 'there is nobody with this id among staff' },
  operator_has_changed: { status: 409, text: 'this colleague’s role has changed meanwhile; propose it anew' },
  setup_code_is_not_valid: {
    status: 422,
    text: 'this set-up code is not valid or has expired; ask for a new one',
  },
  second_proof_is_required: { status: 422, text: 'set up an authenticator app or a passkey' },
  last_proof_must_stay: { status: 409, text: 'keep at least one authenticator app or passkey' },
  there_must_be_an_owner: { status: 409, text: 'somebody who can sign in as owner must remain' },
  nobody_decides_about_themselves: {
    status: 403,
    text: 'nobody decides about themselves; ask a colleague',
  },
  proposal_is_unknown: { status: 404, text: 'this proposal does not exist' },
  proposal_is_decided: { status: 409, text: 'this proposal is no longer open' },
  proposal_has_expired: { status: 409, text: 'this proposal has expired; make it anew' },
  proposal_has_changed: { status: 409, text: 'this is not what was proposed; look at it again' },
  proposal_is_void: {
    status: 409,
    text: 'whoever proposed this may no longer do so; make it anew',
  },
  another_operator_must_approve: {
    status: 403,
    text: 'four eyes: somebody else than who proposed it must approve',
  },
  proposal_could_not_be_executed: {
    status: 409,
    text: 'this could not be carried out and stays open; the reason is shown with it',
  },
  proposal_is_not_yours: { status: 403, text: 'only who proposed it can withdraw it' },
  // bank files and payouts
  bank_file_is_required: { status: 422, text: 'choose a file of the bank' },
  bank_file_is_too_large: { status: 413, text: 'a file of the bank has at most 20 MB' },
  bank_file_is_not_readable: {
    status: 422,
    text: 'this file cannot be read; nothing of it was taken. Fetch it from the bank again, unchanged',
  },
  bank_file_is_of_another_kind: {
    status: 422,
    text: 'this is another kind of file: statements are camt.053, answers to payment files pain.002; notices (camt.052, camt.054) are not imported',
  },
  bank_file_is_of_another_account: {
    status: 409,
    text: 'this statement is of another account than the one that receives deposits',
  },
  bank_file_is_in_another_currency: { status: 409, text: 'this file has amounts in another currency' },
  bank_statement_does_not_add_up: {
    status: 409,
    text: 'the opening balance and the lines do not make the closing balance; nothing was taken',
  },
  bank_statement_was_imported_otherwise: {
    status: 409,
    text: 'this statement was imported before with other lines; ask the bank which one is right',
  },
  receiving_account_is_not_set: { status: 409, text: 'set the account that receives deposits first' },
  csv_mapping_is_unknown: { status: 404, text: 'there is no such mapping of columns' },
  bank_line_is_unknown: { status: 404, text: 'there is no such line of the bank' },
  bank_line_is_in_another_state: { status: 409, text: 'this line is in another state; look at it again' },
  refund_goes_to_the_sender: { status: 409, text: 'money goes back only to the account that sent it' },
  payout_is_not_ready: {
    status: 409,
    text: 'one of these payouts cannot stand in this file: it is not approved, is held, or stands in another',
  },
  payout_batch_is_unknown: { status: 404, text: 'there is no such payment file' },
  payout_batch_is_in_another_state: {
    status: 409,
    text: 'this payment file is in another state; look at it again',
  },
  withdrawal_is_in_a_payment_file: {
    status: 409,
    text: 'this withdrawal stands in a payment file, which the bank may carry out; it can no longer be refused',
  },
  card_event_is_unknown: { status: 404, text: 'there is no such event of the card provider' },
  card_event_needs_no_review: { status: 409, text: 'this event needs nobody to look at it' },
  member_is_unknown: { status: 404, text: 'there is no such member' },
  member_is_not_locked: { status: 409, text: 'this account is not locked' },
  look_at_the_member_first: { status: 403, text: 'look at this member first, and say why' },
  member_is_locked_for_security: {
    status: 409,
    text: 'this account is locked for security; ending that takes two people',
  },
  session_is_unknown: { status: 404, text: 'this session does not exist or has ended' },
  // settings, levels and their versions
  somebody_else_has_changed_this: {
    status: 409,
    text: 'somebody else has changed this meanwhile; look at it again before you save',
  },
  nothing_would_change: { status: 409, text: 'this is how it is already; nothing would change' },
  version_is_unknown: { status: 404, text: 'this version does not exist' },
  minimum_withdrawal_is_too_high: {
    status: 422,
    text: 'so high a minimum would keep members from their money (promise 5)',
  },
  withdrawal_fee_is_too_high: {
    status: 422,
    text: 'the fee is more than a tenth of the smallest withdrawal; nobody shall pay that to reach their own money',
  },
  link_host_is_not_configured: {
    status: 422,
    text: 'the deployment’s configuration does not name {host}; a link may lead to: {hosts}',
  },
  currency_cannot_change: {
    status: 409,
    text: 'the books are kept in this currency already; it cannot change any more',
  },
  level_can_only_be_bought: {
    status: 422,
    text: 'every level that is paid for must be earnable too (promise 1)',
  },
  first_level_must_stay: {
    status: 422,
    text: 'everybody begins at the first level: it stays the first, free of charge and without conditions',
  },
  level_gives_less_than_the_one_below: {
    status: 422,
    text: 'a level must give at least what the one below it gives, and ask for no less',
  },
  level_name_is_taken: { status: 422, text: 'two levels have this name' },
  level_is_in_use: { status: 409, text: 'members have or had this level; it cannot be removed' },
  // broadcasts and content
  invitation_is_unknown: { status: 404, text: 'there is no such invitation' },
  invitation_is_not_open: { status: 409, text: 'this invitation is used up, expired or ended already' },
  invitation_end_is_not_possible: { status: 422, text: 'choose an end to come, within a year' },
  broadcast_is_unknown: { status: 404, text: 'there is no such broadcast' },
  broadcast_is_in_another_state: {
    status: 409,
    text: 'this broadcast has begun, or is sent or cancelled already',
  },
  broadcast_names_an_address: {
    status: 422,
    text: 'write no web addresses; lead to a screen of the app instead',
  },
  broadcast_time_is_not_possible: { status: 422, text: 'choose a time to come, within a year' },
  broadcast_reaches_nobody: { status: 409, text: 'nobody is in this audience' },
  page_is_empty: { status: 422, text: 'a page must say something' },
  film_is_not_readable: { status: 422, text: 'choose a film in MP4 or WebM' },
  film_is_too_large: { status: 413, text: 'a film has at most 20 MB' },
  film_is_unknown: { status: 422, text: 'there is no film or picture at this address' },
  file_is_no_longer_here: { status: 422, text: 'this file is no longer here; choose it again' },
  captions_are_not_readable: {
    status: 422,
    text: 'captions are WebVTT: a line WEBVTT, then times and texts',
  },
  // the books
  account_is_unknown: { status: 404, text: 'there is no such account in the ledger' },
  entry_is_unknown: { status: 404, text: 'there is no such entry in the ledger' },
  adjustment_is_not_possible: {
    status: 422,
    text: 'no adjustment of this kind goes between these accounts',
  },
  adjustment_exceeds_what_is_there: {
    status: 409,
    text: 'the account that gives does not have this much free',
  },
  nothing_was_found_here: {
    status: 409,
    text: 'this account is only adjusted where the check of the books has found a difference',
  },
  refund_refers_to_nothing_of_theirs: {
    status: 422,
    text: 'this member has no such order, campaign or level',
  },
  check_is_unknown: { status: 404, text: 'there is no such check of the books' },
  freeze_is_unknown: { status: 404, text: 'nothing waits under this id' },
  check_still_finds_this: {
    status: 409,
    text: 'the last check still finds why this waits; it goes on once the difference is settled',
  },
  check_the_books_first: {
    status: 409,
    text: 'check the books first: a check of the last hour must no longer find why this waits',
  },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>
