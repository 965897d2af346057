// What the back office answers: HTTP status and English text of each key; the other languages stand in backoffice.<locale>.ts.

export const backofficeMessages = {
  staff_session_has_ended: { status: 401, text: 'please sign in to the back office' },
  request_is_not_from_the_back_office: {
    status: 403,
    text: 'this request did not come from the back office',
  },
  your_role_may_not_do_this: { status: 403, text: 'your role does not allow this' },
  please_confirm_that_it_is_you: {
    status: 403,
    text: 'confirm with your password and a code, or with a passkey, and try again',
  },
  password_must_have_at_least_12_characters: {
    status: 422,
    text: 'staff passwords must have at least 12 characters',
  },
  proof_is_being_made: { status: 409, text: 'a proof is being created; please wait' },
  proof_cannot_be_made: { status: 409, text: 'the proof could not be created: {reason}' },
  proof_key_is_configured: {
    status: 409,
    text: 'the signing key is set in the configuration; replace it there',
  },
  operator_name_is_invalid: {
    status: 422,
    text: 'use 3 to 30 lower-case letters, digits, dots and dashes, starting with a letter',
  },
  operator_name_is_taken: { status: 409, text: 'this name is or was used by a staff member' },
  operator_is_unknown: { status: 404, text: 'this staff member does not exist' },
  operator_has_changed: {
    status: 409,
    text: 'this staff member’s role has changed in the meantime; make a new proposal',
  },
  setup_code_is_not_valid: {
    status: 422,
    text: 'this set-up code is not valid or has expired; request a new one',
  },
  second_proof_is_required: { status: 422, text: 'set up an authenticator app or a passkey' },
  last_proof_must_stay: { status: 409, text: 'keep at least one authenticator app or passkey' },
  there_must_be_an_owner: { status: 409, text: 'at least one owner who can sign in must remain' },
  nobody_decides_about_themselves: {
    status: 403,
    text: 'you cannot decide about yourself; ask a colleague',
  },
  proposal_is_unknown: { status: 404, text: 'this proposal does not exist' },
  proposal_is_decided: { status: 409, text: 'this proposal is no longer open' },
  proposal_has_expired: { status: 409, text: 'this proposal has expired; make a new one' },
  proposal_has_changed: { status: 409, text: 'the proposal has changed; please review it again' },
  proposal_is_void: {
    status: 409,
    text: 'the proposer is no longer allowed to propose this; make a new proposal',
  },
  another_operator_must_approve: {
    status: 403,
    text: 'dual approval: an operator other than the proposer must approve',
  },
  proposal_could_not_be_executed: {
    status: 409,
    text: 'this could not be executed and stays open; see the reason',
  },
  proposal_is_not_yours: { status: 403, text: 'only the proposer can withdraw this' },
  // bank files and payouts
  bank_file_is_required: { status: 422, text: 'choose a bank file' },
  bank_file_is_too_large: { status: 413, text: 'a bank file must be at most 20 MB' },
  who_brought_money_in_does_not_send_it_out: {
    status: 403,
    text: 'separation of duties: a person who brought in money for this member cannot approve or release it; a colleague must do so',
  },
  who_approved_a_payment_does_not_release_it: {
    status: 403,
    text: 'separation of duties: a payment file must be released by someone who approved none of its payments',
  },
  who_imported_money_does_not_say_whose_it_is: {
    status: 403,
    text: 'separation of duties: the person who imported a statement cannot assign its payments manually; a colleague must do so',
  },
  who_imported_a_statement_does_not_confirm_it: {
    status: 403,
    text: 'separation of duties: the person who imported a statement cannot confirm it; a colleague must do so',
  },
  bank_statement_needs_no_confirmation: {
    status: 409,
    text: 'this statement has already been accepted; it needs no confirmation',
  },
  withdrawal_takes_two_people: { status: 409, text: 'two people must approve this withdrawal' },
  bank_file_is_not_readable: {
    status: 422,
    text: 'this file cannot be read; nothing was imported. Download it from the bank again and do not edit it',
  },
  bank_file_is_of_another_kind: {
    status: 422,
    text: 'wrong file type: statements are camt.053, payment status reports pain.002; camt.052 and camt.054 are not imported',
  },
  bank_file_is_of_another_account: {
    status: 409,
    text: 'this statement is for a different account than the receiving account',
  },
  bank_file_is_in_another_currency: { status: 409, text: 'this file has amounts in another currency' },
  bank_statement_does_not_add_up: {
    status: 409,
    text: 'the opening balance plus the lines does not equal the closing balance; nothing was imported',
  },
  bank_statement_was_imported_otherwise: {
    status: 409,
    text: 'this statement was already imported with different lines; ask the bank which one is right',
  },
  receiving_account_is_not_set: { status: 409, text: 'set the receiving account first' },
  csv_mapping_is_unknown: { status: 404, text: 'this CSV mapping does not exist' },
  bank_statement_is_unknown: { status: 404, text: 'this bank statement does not exist' },
  bank_line_is_unknown: { status: 404, text: 'this bank line does not exist' },
  bank_line_is_in_another_state: {
    status: 409,
    text: 'this line has changed in the meantime; please reload it',
  },
  refund_goes_to_the_sender: { status: 409, text: 'money can be returned only to the account that sent it' },
  payout_is_not_ready: {
    status: 409,
    text: 'one of these payouts cannot be included: it is not approved, is on hold, or is in another file',
  },
  payout_batch_is_unknown: { status: 404, text: 'this payment file does not exist' },
  payout_batch_is_in_another_state: {
    status: 409,
    text: 'this payment file has changed in the meantime; please reload it',
  },
  withdrawal_is_in_a_payment_file: {
    status: 409,
    text: 'this withdrawal is in a payment file the bank may execute; it can no longer be refused',
  },
  card_event_is_unknown: { status: 404, text: 'this card provider event does not exist' },
  card_event_needs_no_review: { status: 409, text: 'this event needs no review' },
  member_is_unknown: { status: 404, text: 'this member does not exist' },
  member_is_not_locked: { status: 409, text: 'this account is not locked' },
  look_at_the_member_first: { status: 403, text: 'open this member first and give a reason' },
  member_is_locked_for_security: {
    status: 409,
    text: 'this account has a security lock; unlocking it needs dual approval',
  },
  session_is_unknown: { status: 404, text: 'this session does not exist or has ended' },
  // settings, levels and their versions
  somebody_else_has_changed_this: {
    status: 409,
    text: 'someone else has changed this in the meantime; reload it before you save',
  },
  nothing_would_change: { status: 409, text: 'no changes to save' },
  version_is_unknown: { status: 404, text: 'this version does not exist' },
  minimum_withdrawal_is_too_high: {
    status: 422,
    text: 'this minimum is too high: it would keep members from their money (promise 5)',
  },
  withdrawal_fee_is_too_high: {
    status: 422,
    text: 'the fee is more than 10 % of the minimum withdrawal',
  },
  link_host_is_not_configured: {
    status: 422,
    text: '{host} is not allowed by the deployment’s configuration; allowed hosts: {hosts}',
  },
  currency_cannot_change: {
    status: 409,
    text: 'the ledger already uses this currency; it can no longer be changed',
  },
  level_can_only_be_bought: {
    status: 422,
    text: 'every paid level must also be earnable free of charge (promise 1)',
  },
  first_level_must_stay: {
    status: 422,
    text: 'every member starts at the first level: it must stay first, free of charge and without conditions',
  },
  level_gives_less_than_the_one_below: {
    status: 422,
    text: 'a level must offer at least as much as the level below it, and require at least as much',
  },
  level_name_is_taken: { status: 422, text: 'another level already has this name' },
  level_is_in_use: { status: 409, text: 'members have or had this level, so it cannot be removed' },
  // broadcasts and content
  invitation_is_unknown: { status: 404, text: 'this invitation does not exist' },
  invitation_is_not_open: { status: 409, text: 'this invitation is used up, expired or already ended' },
  invitation_end_is_not_possible: { status: 422, text: 'choose an end date within one year' },
  broadcast_is_unknown: { status: 404, text: 'this broadcast does not exist' },
  broadcast_is_in_another_state: {
    status: 409,
    text: 'this broadcast has already started, been sent or been cancelled',
  },
  broadcast_names_an_address: {
    status: 422,
    text: 'do not include web addresses; link to a screen of the app instead',
  },
  broadcast_time_is_not_possible: { status: 422, text: 'choose a future time within one year' },
  broadcast_reaches_nobody: { status: 409, text: 'no members match this audience' },
  page_is_empty: { status: 422, text: 'the page is empty' },
  film_is_not_readable: { status: 422, text: 'choose an MP4 or WebM video' },
  film_is_too_large: { status: 413, text: 'a video must be at most 20 MB' },
  film_is_unknown: { status: 422, text: 'no video or image found at this address' },
  file_is_no_longer_here: { status: 422, text: 'this file is no longer available; choose it again' },
  captions_are_not_readable: {
    status: 422,
    text: 'captions must be WebVTT: a WEBVTT line, then times and texts',
  },
  // the ledger
  account_is_unknown: { status: 404, text: 'this ledger account does not exist' },
  entry_is_unknown: { status: 404, text: 'this ledger entry does not exist' },
  adjustment_is_not_possible: {
    status: 422,
    text: 'this type of adjustment is not possible between these accounts',
  },
  adjustment_exceeds_what_is_there: {
    status: 409,
    text: 'the source account does not have enough available',
  },
  nothing_was_found_here: {
    status: 409,
    text: 'this account can be adjusted only where the ledger check found a difference',
  },
  refund_refers_to_nothing_of_theirs: {
    status: 422,
    text: 'this member has no such order, campaign or level',
  },
  check_is_unknown: { status: 404, text: 'this ledger check does not exist' },
  freeze_is_unknown: { status: 404, text: 'this freeze does not exist' },
  check_still_finds_this: {
    status: 409,
    text: 'the last ledger check still finds the difference; resolve it first',
  },
  check_the_ledger_first: {
    status: 409,
    text: 'run a ledger check first: a check from the last hour must show no difference',
  },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>

/** The texts of one language. */
export type BackofficeTexts = Readonly<Record<keyof typeof backofficeMessages, string>>
