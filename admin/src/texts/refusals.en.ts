// What operators are refused, by its code: all that the server refuses them alone.
import type { MessageCode, OperatorMessageTexts } from '@fairturn/contract/messages'

export const refusalsEn = {
  refusals: {
    // of a single field, told as well when it is checked here
    field_is_required: 'please fill in this field',
    field_is_invalid: 'please check this field',
    field_is_too_long: 'this is too long',
    amount_is_invalid: 'enter an amount like 1234.50',
    id_is_invalid: 'the id is not valid',
    staff_session_has_ended: 'please sign in to the back office',
    request_is_not_from_the_back_office: 'this request did not come from the back office',
    your_role_may_not_do_this: 'your role does not allow this',
    please_confirm_that_it_is_you: 'confirm with your password and a code, or with a passkey, and try again',
    password_must_have_at_least_12_characters: 'staff passwords must have at least 12 characters',
    proof_is_being_made: 'a proof is being created; please wait',
    proof_cannot_be_made: 'the proof could not be created: %{reason}',
    proof_key_is_configured: 'the signing key is set in the configuration; replace it there',
    operator_name_is_invalid:
      'use 3 to 30 lower-case letters, digits, dots and dashes, starting with a letter',
    operator_name_is_taken: 'this name is or was used by a staff member',
    operator_is_unknown: 'this staff member does not exist',
    operator_has_changed: 'this staff member’s role has changed in the meantime; make a new proposal',
    setup_code_is_not_valid: 'this set-up code is not valid or has expired; request a new one',
    second_proof_is_required: 'set up an authenticator app or a passkey',
    last_proof_must_stay: 'keep at least one authenticator app or passkey',
    there_must_be_an_owner: 'at least one owner who can sign in must remain',
    nobody_decides_about_themselves: 'you cannot decide about yourself; ask a colleague',
    proposal_is_unknown: 'this proposal does not exist',
    proposal_is_decided: 'this proposal is no longer open',
    proposal_has_expired: 'this proposal has expired; make a new one',
    proposal_has_changed: 'the proposal has changed; please review it again',
    proposal_is_void: 'the proposer is no longer allowed to propose this; make a new proposal',
    another_operator_must_approve: 'dual approval: an operator other than the proposer must approve',
    proposal_could_not_be_executed: 'this could not be executed and stays open; see the reason',
    proposal_is_not_yours: 'only the proposer can withdraw this',
    // bank files and payouts
    bank_file_is_required: 'choose a bank file',
    bank_file_is_too_large: 'a bank file must be at most 20 MB',
    who_brought_money_in_does_not_send_it_out:
      'separation of duties: a person who brought in money for this member cannot approve or release it; a colleague must do so',
    who_approved_a_payment_does_not_release_it:
      'separation of duties: a payment file must be released by someone who approved none of its payments',
    who_imported_money_does_not_say_whose_it_is:
      'separation of duties: the person who imported a statement cannot assign its payments manually; a colleague must do so',
    who_imported_a_statement_does_not_confirm_it:
      'separation of duties: the person who imported a statement cannot confirm it; a colleague must do so',
    bank_statement_needs_no_confirmation:
      'this statement has already been accepted; it needs no confirmation',
    withdrawal_takes_two_people: 'two people must approve this withdrawal',
    bank_file_is_not_readable:
      'this file cannot be read; nothing was imported. Download it from the bank again and do not edit it',
    bank_file_is_of_another_kind:
      'wrong file type: statements are camt.053, payment status reports pain.002; camt.052 and camt.054 are not imported',
    bank_file_is_of_another_account: 'this statement is for a different account than the receiving account',
    bank_file_is_in_another_currency: 'this file has amounts in another currency',
    bank_statement_does_not_add_up:
      'the opening balance plus the lines does not equal the closing balance; nothing was imported',
    bank_statement_was_imported_otherwise:
      'this statement was already imported with different lines; ask the bank which one is right',
    receiving_account_is_not_set: 'set the receiving account first',
    csv_mapping_is_unknown: 'this CSV mapping does not exist',
    bank_statement_is_unknown: 'this bank statement does not exist',
    bank_line_is_unknown: 'this bank line does not exist',
    bank_line_is_in_another_state: 'this line has changed in the meantime; please reload it',
    refund_goes_to_the_sender: 'money can be returned only to the account that sent it',
    payout_is_not_ready:
      'one of these payouts cannot be included: it is not approved, is on hold, or is in another file',
    payout_batch_is_unknown: 'this payment file does not exist',
    payout_batch_is_in_another_state: 'this payment file has changed in the meantime; please reload it',
    withdrawal_is_in_a_payment_file:
      'this withdrawal is in a payment file the bank may execute; it can no longer be refused',
    card_event_is_unknown: 'this card provider event does not exist',
    card_event_needs_no_review: 'this event needs no review',
    member_is_unknown: 'this member does not exist',
    member_is_not_locked: 'this account is not locked',
    look_at_the_member_first: 'open this member first and give a reason',
    member_is_locked_for_security: 'this account has a security lock; unlocking it needs dual approval',
    session_is_unknown: 'this session does not exist or has ended',
    // settings, levels and their versions
    somebody_else_has_changed_this:
      'someone else has changed this in the meantime; reload it before you save',
    nothing_would_change: 'no changes to save',
    version_is_unknown: 'this version does not exist',
    minimum_withdrawal_is_too_high:
      'this minimum is too high: it would keep members from their money (promise 5)',
    withdrawal_fee_is_too_high: 'the fee is more than 10 % of the minimum withdrawal',
    link_host_is_not_configured:
      '%{host} is not allowed by the deployment’s configuration; allowed hosts: %{hosts}',
    currency_cannot_change: 'the ledger already uses this currency; it can no longer be changed',
    level_can_only_be_bought: 'every paid level must also be earnable free of charge (promise 1)',
    first_level_must_stay:
      'every member starts at the first level: it must stay first, free of charge and without conditions',
    level_gives_less_than_the_one_below:
      'a level must offer at least as much as the level below it, and require at least as much',
    level_name_is_taken: 'another level already has this name',
    level_is_in_use: 'members have or had this level, so it cannot be removed',
    // broadcasts and content
    invitation_is_unknown: 'this invitation does not exist',
    invitation_is_not_open: 'this invitation is used up, expired or already ended',
    invitation_end_is_not_possible: 'choose an end date within one year',
    broadcast_is_unknown: 'this broadcast does not exist',
    broadcast_is_in_another_state: 'this broadcast has already started, been sent or been cancelled',
    broadcast_names_an_address: 'do not include web addresses; link to a screen of the app instead',
    broadcast_time_is_not_possible: 'choose a future time within one year',
    broadcast_reaches_nobody: 'no members match this audience',
    page_is_empty: 'the page is empty',
    film_is_not_readable: 'choose an MP4 or WebM video',
    film_is_too_large: 'a video must be at most 20 MB',
    film_is_unknown: 'no video or image found at this address',
    file_is_no_longer_here: 'this file is no longer available; choose it again',
    captions_are_not_readable: 'captions must be WebVTT: a WEBVTT line, then times and texts',
    // the ledger
    account_is_unknown: 'this ledger account does not exist',
    entry_is_unknown: 'this ledger entry does not exist',
    adjustment_is_not_possible: 'this type of adjustment is not possible between these accounts',
    adjustment_exceeds_what_is_there: 'the source account does not have enough available',
    nothing_was_found_here: 'this account can be adjusted only where the ledger check found a difference',
    refund_refers_to_nothing_of_theirs: 'this member has no such order, campaign or level',
    check_is_unknown: 'this ledger check does not exist',
    freeze_is_unknown: 'this freeze does not exist',
    check_still_finds_this: 'the last ledger check still finds the difference; resolve it first',
    check_the_ledger_first: 'run a ledger check first: a check from the last hour must show no difference',
    bonus_and_discount_exceed_the_service_fee:
      'the highest bonus plus the highest discount must not exceed the service fee',
    order_is_not_in_review: 'this order is not in review',
    objection_is_unknown: 'this objection does not exist',
    objection_is_decided: 'this objection has already been decided',
    another_operator_must_decide: 'another operator must decide: you made the first decision',
    visit_is_not_in_question: 'this visit is not part of the decision',
    reason_is_required: 'enter a reason',
    deposit_is_settled: 'this deposit is already completed',
    withdrawal_is_in_another_state: 'this withdrawal has changed in the meantime; please reload it',
    campaign_is_not_in_review: 'this campaign is not waiting for review',
  } satisfies OperatorMessageTexts & Partial<Record<MessageCode, string>>,
}
