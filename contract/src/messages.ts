// Every message key of the API: its HTTP status and English text. The six other languages are in
// messages/<locale>.ts, typed by these keys, so a missing text does not compile.
import { backofficeMessages } from './messages/backoffice.ts'
import { campaignMessages } from './messages/campaigns.ts'
import { noticeTexts } from './messages/notices.ts'

interface Message {
  /** 200: said with a success; otherwise the status of the refusal. */
  readonly status: number
  readonly text: string
}

const declared = {
  // every call
  error_please_try_again: { status: 500, text: 'error, please try again' },
  request_is_malformed: {
    status: 400,
    text: 'the request could not be read; check its format and send it again',
  },
  field_is_invalid: { status: 422, text: 'please check this field' },
  id_is_invalid: { status: 422, text: 'the id is not valid' },
  cursor_is_invalid: {
    status: 422,
    text: 'the list position is not valid; start again from the top',
  },
  language_is_unknown: { status: 422, text: 'this language is not available' },
  amount_is_invalid: { status: 422, text: 'enter an amount like 1234.50' },
  too_many_ids: { status: 422, text: 'too many items at once' },
  route_is_unknown: { status: 404, text: 'page not found' },
  method_is_not_allowed: { status: 405, text: 'this method is not allowed here' },
  body_is_too_large: { status: 413, text: 'this is too large to send' },
  media_type_is_not_supported: { status: 415, text: 'send the request as JSON' },
  too_many_requests: { status: 429, text: 'too many requests; please wait a moment' },
  service_is_busy: { status: 503, text: 'we are busy right now; please try again in a moment' },
  idempotency_key_is_required: { status: 400, text: 'send an Idempotency-Key with this request' },
  idempotency_key_is_invalid: {
    status: 422,
    text: 'the Idempotency-Key must have 8 to 100 letters, digits, - or _',
  },
  idempotency_key_was_used: {
    status: 409,
    text: 'this Idempotency-Key was used for another request',
  },
  // sessions
  token_is_expired: { status: 401, text: 'Token is Expired' },
  token_is_invalid: { status: 401, text: 'please sign in' },
  session_has_ended: { status: 401, text: 'this session has ended; please sign in again' },
  refresh_token_is_invalid: { status: 401, text: 'this session has ended; please sign in again' },
  not_your_account: { status: 403, text: 'this belongs to another account' },
  // members
  username_is_required: { status: 422, text: 'username is required' },
  username_is_invalid: {
    status: 422,
    text: 'use letters, digits, spaces, dots and dashes, with at least one letter',
  },
  username_has_wrong_length: { status: 422, text: 'a username must have 3 to 30 characters' },
  password_is_required: { status: 422, text: 'password is required' },
  password_must_have_at_least_8_characters: {
    status: 422,
    text: 'password must have at least 8 characters',
  },
  password_is_too_long: { status: 422, text: 'password must have at most 256 characters' },
  password_is_too_common: {
    status: 422,
    text: 'this password is easy to guess: it is too common, or too similar to your name or phone number; choose another',
  },
  passwords_do_not_match: { status: 422, text: 'passwords do not match' },
  current_password_is_incorrect: { status: 422, text: 'the current password is incorrect' },
  phone_is_required: { status: 422, text: 'phone is required' },
  phone_is_invalid: {
    status: 422,
    text: 'enter the phone number with its country code, like +84 912 345 678',
  },
  code_is_required: { status: 422, text: 'code is required' },
  terms_must_be_agreed: { status: 422, text: 'please agree to the terms' },
  username_or_phone_number_already_exists: {
    status: 409,
    text: 'username or phone number already exists',
  },
  the_introduction_code_is_not_correct: {
    status: 422,
    text: 'the introduction code is not correct',
  },
  username_or_password_is_incorrect: { status: 401, text: 'username or password is incorrect' },
  too_many_attempts: { status: 429, text: 'too many attempts; please wait a few minutes' },
  a_new_password_is_needed: {
    status: 423,
    text: 'the lock on your account has ended; set a new password before you sign in',
  },
  your_account_has_been_locked: { status: 423, text: 'your account has been locked' },
  password_changed_successfully: {
    status: 200,
    text: 'password changed; other sessions were signed out',
  },
  // security
  one_time_code_is_required: {
    status: 401,
    text: 'enter the code of your authenticator app, or a recovery code',
  },
  one_time_code_is_incorrect: {
    status: 422,
    text: 'this code is not correct or was used already; wait for the next one',
  },
  one_time_codes_are_already_on: { status: 409, text: 'one-time codes are already on' },
  one_time_codes_are_not_on: { status: 409, text: 'one-time codes are not on' },
  one_time_codes_turned_on: {
    status: 200,
    text: 'one-time codes are on; you will be asked for one when you sign in',
  },
  one_time_codes_turned_off: { status: 200, text: 'one-time codes are off' },
  confirmation_is_required: { status: 422, text: 'confirm with your password or a passkey' },
  passkeys_are_not_available: { status: 409, text: 'passkeys are not available on this site' },
  passkey_request_has_expired: { status: 422, text: 'this took too long; please try again' },
  passkey_was_not_accepted: {
    status: 422,
    text: 'this passkey was not accepted; use another one or your password',
  },
  passkey_is_unknown: { status: 404, text: 'this passkey does not exist' },
  too_many_passkeys: { status: 409, text: 'you already have 20 passkeys; remove one you no longer use' },
  passkey_added_successfully: { status: 200, text: 'passkey added' },
  passkey_removed_successfully: { status: 200, text: 'passkey removed; delete it from your device as well' },
  name_is_required: { status: 422, text: 'name is required' },
  name_is_too_long: { status: 422, text: 'a name must have at most 60 characters' },
  recovery_code_is_required: { status: 422, text: 'recovery code is required' },
  username_or_recovery_code_is_incorrect: { status: 401, text: 'username or recovery code is incorrect' },
  link_is_not_valid: { status: 422, text: 'this link is no longer valid; request a new one' },
  email_is_invalid: { status: 422, text: 'enter an e-mail address like name@example.com' },
  mail_is_not_available: { status: 409, text: 'e-mail is not available on this site' },
  password_set_successfully: { status: 200, text: 'password changed; please sign in with your new password' },
  recovery_mail_is_on_its_way: {
    status: 200,
    text: 'if this account has a confirmed e-mail, we have sent it a link',
  },
  confirmation_mail_is_on_its_way: {
    status: 200,
    text: 'we have sent a link to this address; open it within 24 hours',
  },
  email_confirmed_successfully: { status: 200, text: 'e-mail confirmed' },
  email_removed_successfully: { status: 200, text: 'e-mail removed' },
  phone_changed_successfully: { status: 200, text: 'phone number changed' },
  mail_password_subject: { status: 200, text: 'Set a new password for {site}' },
  mail_password_text: {
    status: 200,
    text: 'Hello {username},\n\nOpen this link within 30 minutes to set a new password:\n{link}\n\nIf you did not request this, ignore this e-mail. Your password stays the same.',
  },
  mail_address_left_subject: { status: 200, text: 'Your e-mail for {site} was removed' },
  mail_address_left_text: {
    status: 200,
    text: 'Hello {username},\n\nThis address is no longer linked to your account, and for one more week it only gets security e-mails.\n\nIf you did not make this change, someone else may have access to your account: change your password, sign out all other sessions and contact support immediately.\n{link}',
  },
  mail_email_subject: { status: 200, text: 'Confirm your e-mail for {site}' },
  mail_email_text: {
    status: 200,
    text: 'Hello {username},\n\nOpen this link within 24 hours to confirm this address for your account:\n{link}\n\nIf you did not request this, ignore this e-mail.',
  },
  profile_photo_updated_successfully: { status: 200, text: 'profile photo updated successfully' },
  file_is_required: { status: 422, text: 'choose an image' },
  file_is_not_an_image: {
    status: 422,
    text: 'this file is not a supported image; use JPEG, PNG, WebP or AVIF',
  },
  file_is_too_large: { status: 413, text: 'the image must be at most 8 MB' },
  // levels
  insufficient_balance_to_upgrade: { status: 409, text: 'insufficient balance to upgrade' },
  you_cannot_upgrade_to_a_level_lower_than_your_current_level: {
    status: 409,
    text: 'You cannot upgrade to a level lower than your current level',
  },
  the_level_has_changed: {
    status: 409,
    text: 'the terms of this level have just changed; please review them before you confirm',
  },
  level_is_unknown: { status: 404, text: 'this level does not exist' },
  level_number: { status: 200, text: 'Level {number}' },
  level_update_successful: { status: 200, text: 'level update successful' },
  there_is_no_level_to_give_back: { status: 409, text: 'you have no paid level to refund' },
  bonus_and_discount_exceed_the_service_fee: {
    status: 409,
    text: 'the highest bonus plus the highest discount must not exceed the service fee',
  },
  level_given_back_successfully: {
    status: 200,
    text: 'level cancelled; the refund is in your available balance',
  },
  // orders
  you_have_completed_your_order_today: { status: 409, text: 'you have completed your order today' },
  an_order_is_waiting_to_be_started: {
    status: 409,
    text: 'you have a pending order: start it or give it back first',
  },
  no_order_is_available: {
    status: 404,
    text: 'no funded order is available right now; please try again later',
  },
  no_other_order_is_available: {
    status: 404,
    text: 'there is no other order right now; this one is still yours to take',
  },
  offer_is_no_longer_available: {
    status: 409,
    text: 'this offer is no longer available; get another one, it costs no turn',
  },
  order_is_unknown: { status: 404, text: 'this order does not exist' },
  award_is_unknown: { status: 404, text: 'this award is not in the public list' },
  order_cannot_be_started: { status: 409, text: 'this order can no longer be started' },
  order_cannot_be_returned: {
    status: 409,
    text: 'only an order that has not been started can be given back',
  },
  order_cannot_be_claimed: { status: 409, text: 'this order cannot be claimed yet' },
  order_is_not_over: { status: 409, text: 'you can object once the order’s visits have been counted' },
  objection_comes_too_late: {
    status: 409,
    text: 'it is too late to object: this is possible within 72 hours after the end and before you claim the award',
  },
  there_is_nothing_to_object_to: {
    status: 409,
    text: 'this order has no refused visits you can object to',
  },
  order_was_objected_to: { status: 409, text: 'you have already objected to this order' },
  objection_made_successfully: { status: 200, text: 'objection sent; it will be decided within 72 hours' },
  order_is_not_in_review: { status: 409, text: 'this order is not in review' },
  objection_is_unknown: { status: 404, text: 'this objection does not exist' },
  objection_is_decided: { status: 409, text: 'this objection has already been decided' },
  another_operator_must_decide: {
    status: 403,
    text: 'another operator must decide: you made the first decision',
  },
  visit_is_not_in_question: { status: 422, text: 'this visit is not part of the decision' },
  reason_is_required: { status: 422, text: 'enter a reason' },
  order_taken_successfully: { status: 200, text: 'order taken' },
  order_started_successfully: { status: 200, text: 'orders are being distributed' },
  order_returned_successfully: { status: 200, text: 'order given back; you can use the turn again' },
  reward_claimed_successfully: { status: 200, text: 'award received' },
  // payments
  field_is_required: { status: 422, text: 'please fill in this field' },
  added_address_information_successfully: { status: 200, text: 'added address information successfully' },
  country_is_unknown: { status: 422, text: 'choose a country from the list' },
  added_bank_information_successfully: { status: 200, text: 'added bank information successfully' },
  the_bank_does_not_exist: { status: 422, text: 'the bank does not exist' },
  iban_is_invalid: {
    status: 422,
    text: 'this IBAN is not correct; please check it',
  },
  account_number_is_invalid: { status: 422, text: 'an account number must have 4 to 34 letters and digits' },
  holder_is_invalid: { status: 422, text: 'enter the account holder’s name as on the bank account' },
  holder_must_be_in_latin_letters: {
    status: 422,
    text: 'enter the account holder in Latin letters, as the bank has it, for example TANAKA TARO',
  },
  deposit_method_is_not_available: { status: 409, text: 'this deposit method is not available' },
  deposit_announced_successfully: {
    status: 200,
    text: 'deposit created; transfer the money with the reference',
  },
  there_is_no_proof_yet: {
    status: 404,
    text: 'no proof is available yet; the first one is created within an hour',
  },
  proof_is_unknown: { status: 404, text: 'this proof does not exist' },
  proof_is_too_old: {
    status: 410,
    text: 'this proof can no longer be opened; its signed statement is still available',
  },
  statement_period_is_too_long: {
    status: 422,
    text: 'this period is too long for one document; choose at most 24 months',
  },
  deposit_is_unknown: { status: 404, text: 'this deposit does not exist' },
  card_amount_is_out_of_range: {
    status: 422,
    text: 'card payments must be between 1,00 and 999 999,99',
  },
  card_payment_is_not_available_now: {
    status: 409,
    text: 'card payment is not available right now; you were not charged, please try again in a moment',
  },
  card_payment_was_declined: {
    status: 200,
    text: 'the card payment was not completed; you were not charged',
  },
  deposit_is_settled: { status: 409, text: 'this deposit is already completed' },
  your_account_has_not_reached_the_minimum_balance: {
    status: 409,
    text: 'your account has not reached the minimum balance',
  },
  please_add_address_before: { status: 409, text: 'please add address before' },
  withdrawals_wait_after_a_change_of_bank: {
    status: 409,
    text: 'withdrawals are on hold for 24 hours after a change of bank information',
  },
  withdrawals_wait_for_a_security_check: {
    status: 423,
    text: 'withdrawals are on hold while we verify your identity, for 72 hours at most',
  },
  this_is_paused_while_the_ledger_is_checked: {
    status: 423,
    text: 'this is on hold while we review a difference found by the ledger check. Your money is safe and you do not need to do anything; the transparency page shows when it continues',
  },
  withdrawal_exceeds_the_available_balance: { status: 409, text: 'this is more than your available balance' },
  successfully_created_withdrawal_order: { status: 200, text: 'successfully created withdrawal order' },
  withdrawal_cancelled_successfully: {
    status: 200,
    text: 'withdrawal cancelled; the money is available again',
  },
  withdrawal_is_unknown: { status: 404, text: 'this withdrawal does not exist' },
  withdrawal_cannot_be_cancelled: { status: 409, text: 'this withdrawal can no longer be cancelled' },
  withdrawal_is_in_another_state: {
    status: 409,
    text: 'this withdrawal has changed in the meantime; please reload it',
  },
  security_notices_are_always_sent: { status: 409, text: 'security notifications are always sent' },
  confirm_an_email_first: { status: 409, text: 'confirm an e-mail address first' },
  push_subscription_is_not_usable: { status: 422, text: 'this device cannot receive push notifications' },
  mails_switched_off: { status: 200, text: 'you will no longer receive these e-mails' },
  push_text: { status: 200, text: 'Open {site} to read it.' },
  mail_notice_text: {
    status: 200,
    text: 'Hello {username},\n\n{text}\n\n{link}\n\n—\nYou receive this e-mail because you turned on e-mail notifications. Turn them off here:\n{settings}',
  },
  mail_security_text: {
    status: 200,
    text: 'Hello {username},\n\n{text}\n\n{link}\n\nIf this was not you, change your password immediately and sign out all other sessions.\n\n—\nSecurity e-mails about your account are always sent.',
  },
  // closing an account
  account_waits_for_a_security_check: {
    status: 423,
    text: 'the account cannot be closed while we verify your identity, for 72 hours at most',
  },
  account_still_has_money: {
    status: 409,
    text: 'there is still money in your account; withdraw it first, there is no minimum',
  },
  account_has_a_withdrawal_under_way: {
    status: 409,
    text: 'a withdrawal is still in progress; wait until it arrives, or cancel it',
  },
  account_has_a_refundable_level_fee: {
    status: 409,
    text: 'you can still get a level fee refunded; cancel the level first',
  },
  account_has_open_orders: {
    status: 409,
    text: 'you still have open orders; finish them, claim them or give them back first',
  },
  account_has_open_campaigns: {
    status: 409,
    text: 'you still have open campaigns; cancel them or wait until they end',
  },
  account_closed_successfully: {
    status: 200,
    text: 'your account is closed and your personal data has been deleted',
  },
} as const satisfies Record<string, Message>

export type MessageCode =
  | keyof typeof declared
  | keyof typeof campaignMessages
  | keyof typeof backofficeMessages
  | keyof typeof noticeTexts

export const messages = {
  ...declared,
  ...campaignMessages,
  ...backofficeMessages,
  ...Object.fromEntries(Object.entries(noticeTexts).map(([code, text]) => [code, { status: 200, text }])),
} as Readonly<Record<MessageCode, Message>>

/** The texts of one language. */
export type MessageTexts = Readonly<Record<MessageCode, string>>

/** `text` with `{name}` replaced from `words`. */
export function fillIn(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces)
}
