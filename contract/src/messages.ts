// Every message key of the API: its HTTP status and English text. The six other languages stand in messages/<locale>.ts,
// typed by these keys, so a missing text does not compile.
import { backofficeMessages } from './messages/backoffice.ts'
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
    text: 'the request could not be read; check its form and send it again',
  },
  field_is_invalid: { status: 422, text: 'please check this field' },
  id_is_invalid: { status: 422, text: 'the id is not valid' },
  cursor_is_invalid: {
    status: 422,
    text: 'the list position is not valid; start again from the top',
  },
  language_is_unknown: { status: 422, text: 'this language is not available' },
  amount_is_invalid: { status: 422, text: 'enter an amount like 1234.50' },
  too_many_ids: { status: 422, text: 'too many at once' },
  route_is_unknown: { status: 404, text: 'there is nothing at this address' },
  method_is_not_allowed: { status: 405, text: 'this address does not take that kind of request' },
  body_is_too_large: { status: 413, text: 'this is too large to send' },
  media_type_is_not_supported: { status: 415, text: 'send this as JSON' },
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
    text: 'a username has letters, digits, spaces, dots, dashes, and at least one letter',
  },
  username_has_wrong_length: { status: 422, text: 'a username has 3 to 30 characters' },
  password_is_required: { status: 422, text: 'password is required' },
  password_must_have_at_least_8_characters: {
    status: 422,
    text: 'password must have at least 8 characters',
  },
  password_is_too_long: { status: 422, text: 'password must have at most 256 characters' },
  password_is_too_common: {
    status: 422,
    text: 'this password is easy to guess: many use it, or it is little more than a name or your number; choose another',
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
  one_time_codes_turned_on: { status: 200, text: 'one-time codes are on; signing in now asks for one' },
  one_time_codes_turned_off: { status: 200, text: 'one-time codes are off' },
  confirmation_is_required: { status: 422, text: 'confirm with your password or a passkey' },
  passkeys_are_not_available: { status: 409, text: 'passkeys do not work at this address' },
  passkey_request_has_expired: { status: 422, text: 'this took too long; please try again' },
  passkey_was_not_accepted: {
    status: 422,
    text: 'this passkey was not accepted; use another one or your password',
  },
  passkey_is_unknown: { status: 404, text: 'there is no such passkey' },
  too_many_passkeys: { status: 409, text: 'you have 20 passkeys; remove one that you no longer use' },
  passkey_added_successfully: { status: 200, text: 'passkey added' },
  passkey_removed_successfully: { status: 200, text: 'passkey removed; delete it from your device too' },
  name_is_required: { status: 422, text: 'name is required' },
  name_is_too_long: { status: 422, text: 'a name has at most 60 characters' },
  recovery_code_is_required: { status: 422, text: 'recovery code is required' },
  username_or_recovery_code_is_incorrect: { status: 401, text: 'username or recovery code is incorrect' },
  link_is_not_valid: { status: 422, text: 'this link is no longer valid; ask for a new one' },
  email_is_invalid: { status: 422, text: 'enter an e-mail address like name@example.com' },
  mail_is_not_available: { status: 409, text: 'mail is not available here' },
  password_set_successfully: { status: 200, text: 'password changed; please sign in with it' },
  recovery_mail_is_on_its_way: {
    status: 200,
    text: 'if this account has a confirmed e-mail, a link is on its way to it',
  },
  confirmation_mail_is_on_its_way: {
    status: 200,
    text: 'a link is on its way to this address; open it within 24 hours',
  },
  email_confirmed_successfully: { status: 200, text: 'e-mail confirmed' },
  email_removed_successfully: { status: 200, text: 'e-mail removed' },
  phone_changed_successfully: { status: 200, text: 'phone number changed' },
  mail_password_subject: { status: 200, text: 'Set a new password for {site}' },
  mail_password_text: {
    status: 200,
    text: 'Hello {username},\n\nOpen this link within 30 minutes to set a new password:\n{link}\n\nIf you did not ask for it, do nothing: your password stays as it is.',
  },
  mail_address_left_subject: { status: 200, text: 'This is no longer your e-mail for {site}' },
  mail_address_left_text: {
    status: 200,
    text: 'Hello {username},\n\nYour account no longer uses this address, and nothing more is sent to it.\n\nIf you did not change that, somebody else may be in your account: change your password, end all other sessions and write to support at once.\n{link}',
  },
  mail_email_subject: { status: 200, text: 'Confirm your e-mail for {site}' },
  mail_email_text: {
    status: 200,
    text: 'Hello {username},\n\nOpen this link within 24 hours to use this address with your account:\n{link}\n\nIf you did not ask for it, do nothing.',
  },
  profile_photo_updated_successfully: { status: 200, text: 'profile photo updated successfully' },
  file_is_required: { status: 422, text: 'choose an image' },
  file_is_not_an_image: {
    status: 422,
    text: 'this file is not an image we can read; use JPEG, PNG, WebP or AVIF',
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
    text: 'the terms of this level have just changed; look at them again before you confirm',
  },
  level_is_unknown: { status: 404, text: 'this level does not exist' },
  level_number: { status: 200, text: 'Level {number}' },
  level_update_successful: { status: 200, text: 'level update successful' },
  there_is_no_level_to_give_back: { status: 409, text: 'there is no bought level to give back' },
  bonus_and_discount_exceed_the_service_fee: {
    status: 409,
    text: 'the highest bonus and the highest discount together must not exceed the service fee',
  },
  level_given_back_successfully: {
    status: 200,
    text: 'the level was given back; the money is available',
  },
  // orders
  you_have_completed_your_order_today: { status: 409, text: 'you have completed your order today' },
  an_order_is_waiting_to_be_started: {
    status: 409,
    text: 'an order is waiting: start it or give it back first',
  },
  no_order_is_available: {
    status: 404,
    text: 'no funded order is available right now; please look again later',
  },
  offer_is_no_longer_available: {
    status: 409,
    text: 'this offer is no longer available; draw another, it costs no turn',
  },
  order_is_unknown: { status: 404, text: 'this order does not exist' },
  award_is_unknown: { status: 404, text: 'there is no such award in the public list' },
  order_cannot_be_started: { status: 409, text: 'this order can no longer be started' },
  order_cannot_be_returned: {
    status: 409,
    text: 'only an order that has not been started can be given back',
  },
  order_cannot_be_claimed: { status: 409, text: 'this order cannot be claimed yet' },
  order_is_not_over: { status: 409, text: 'an order can be objected to once its visits are counted' },
  objection_comes_too_late: {
    status: 409,
    text: 'it is too late to object: that is possible for 72 hours after the end, and before the award is claimed',
  },
  there_is_nothing_to_object_to: {
    status: 409,
    text: 'none of the refusals of this order can be objected to',
  },
  order_was_objected_to: { status: 409, text: 'you have objected to this order already' },
  objection_made_successfully: { status: 200, text: 'objection made; it is decided within 72 hours' },
  order_is_not_in_review: { status: 409, text: 'this order is not in review' },
  objection_is_unknown: { status: 404, text: 'this objection does not exist' },
  objection_is_decided: { status: 409, text: 'this objection is decided already' },
  another_operator_must_decide: {
    status: 403,
    text: 'whoever decided first cannot decide again: another operator must',
  },
  visit_is_not_in_question: { status: 422, text: 'this visit is not among those to be decided' },
  reason_is_required: { status: 422, text: 'give a reason' },
  order_taken_successfully: { status: 200, text: 'order taken' },
  order_started_successfully: { status: 200, text: 'orders are being distributed' },
  order_returned_successfully: { status: 200, text: 'order given back; the turn is yours again' },
  reward_claimed_successfully: { status: 200, text: 'award received' },
  // campaigns
  you_have_an_outstanding_order_please_pay_in_advance: {
    status: 409,
    text: 'you have an outstanding order, please pay in advance',
  },
  your_account_is_insufficient_please_add_more_money: {
    status: 409,
    text: 'your account is insufficient. Please add more money',
  },
  order_payment_successful: { status: 200, text: 'order payment successful' },
  campaign_is_unknown: { status: 404, text: 'this campaign does not exist' },
  campaign_cannot_be_paid: { status: 409, text: 'this campaign can no longer be paid' },
  campaign_is_not_in_review: { status: 409, text: 'this campaign is not waiting for review' },
  campaign_cannot_be_paused: { status: 409, text: 'only a campaign that is running can be paused' },
  campaign_cannot_be_resumed: { status: 409, text: 'only a paused campaign can be resumed' },
  campaign_cannot_be_ended: { status: 409, text: 'this campaign cannot be ended in that way any more' },
  campaign_cannot_be_changed: { status: 409, text: 'only a campaign that is not paid yet can be changed' },
  campaign_cannot_be_topped_up: {
    status: 409,
    text: 'visits can be added only while a campaign is running or paused, and before its end',
  },
  campaign_was_paused_by_us: {
    status: 409,
    text: 'we paused this campaign; the reason is shown with it, and support looks at it again if you ask',
  },
  the_quote_has_changed: { status: 409, text: 'the price has changed meanwhile; please look at it again' },
  kind_cannot_be_placed: { status: 422, text: 'only visits, sign-ups, purchases and leads can be placed' },
  this_kind_needs_postbacks: {
    status: 422,
    text: 'sign-ups, purchases and leads are confirmed by your server: choose postbacks',
  },
  price_is_too_high: { status: 422, text: 'the price of one visit is at most 1000.00' },
  order_visits_exceed_the_campaign: {
    status: 422,
    text: 'an order cannot have more visits than the campaign',
  },
  end_is_not_in_the_future: { status: 422, text: 'choose an end in the future' },
  end_is_too_far_away: { status: 422, text: 'a campaign lasts at most 366 days' },
  creative_is_unknown: { status: 422, text: 'upload the image first' },
  crop_is_invalid: { status: 422, text: 'choose a part of the image, at least 200 pixels wide' },
  too_many_countries: { status: 422, text: 'choose at most 50 countries, or none for all' },
  field_is_too_long: { status: 422, text: 'please make this shorter' },
  field_has_unseen_characters: {
    status: 422,
    text: 'this has characters that cannot be seen; please type it anew',
  },
  landing_url_is_invalid: {
    status: 422,
    text: 'enter a web address like https://example.com/spring, without a name or password in it',
  },
  landing_url_is_not_public: {
    status: 422,
    text: 'this address is not a public one; visitors could not reach it',
  },
  landing_port_is_not_allowed: {
    status: 422,
    text: 'use an address without a port; only the usual ones of the web are opened',
  },
  landing_redirect_is_not_public: {
    status: 422,
    text: 'this page leads on to an address that is not public',
  },
  landing_page_redirects_too_often: {
    status: 422,
    text: 'this page leads on too often; enter the address where it ends',
  },
  landing_page_is_not_reachable: {
    status: 422,
    text: 'this page could not be reached; check the address and try again',
  },
  landing_page_is_too_slow: {
    status: 422,
    text: 'this page takes too long to answer; visitors would not wait',
  },
  landing_page_answers_with_an_error: {
    status: 422,
    text: 'this page answers with an error; open it yourself and try again',
  },
  landing_page_is_not_a_page: { status: 422, text: 'this address answers with a file, not with a web page' },
  landing_page_is_not_encrypted: { status: 200, text: 'this page is not encrypted; use https if it has it' },
  landing_page_leads_elsewhere: {
    status: 200,
    text: 'this page leads on to another site; reviewers will look at where it ends',
  },
  landing_page_is_not_shown_to_programs: {
    status: 200,
    text: 'this site answers, but does not show its page to programs; reviewers open it themselves',
  },
  postback_is_not_authentic: { status: 401, text: 'this postback is not authentic' },
  webhook_id_was_used: { status: 409, text: 'this webhook-id was used for another body' },
  click_is_unknown: { status: 404, text: 'no visit of this campaign has this click_id' },
  kind_is_not_the_campaigns: {
    status: 422,
    text: 'this is not the kind of conversion the campaign pays for',
  },
  body_is_not_understood: { status: 422, text: 'this body does not have the form that is asked for' },
  campaign_has_no_postbacks: { status: 409, text: 'this campaign is not confirmed by postbacks' },
  confirmation_time_is_settled: {
    status: 409,
    text: 'how long confirmations may take can be changed only before the campaign is active',
  },
  there_are_two_postback_keys: {
    status: 409,
    text: 'there are two valid keys already; end one of them first',
  },
  there_is_no_postback_key: { status: 409, text: 'make a key first' },
  postback_key_is_unknown: { status: 404, text: 'this key does not exist' },
  postback_delivery_is_unknown: { status: 404, text: 'this delivery does not exist' },
  campaign_placed_successfully: {
    status: 200,
    text: 'campaign saved; pay it in advance to have it reviewed',
  },
  campaign_changed_successfully: { status: 200, text: 'campaign changed' },
  campaign_paused_successfully: { status: 200, text: 'campaign paused; orders already taken go on' },
  campaign_resumed_successfully: { status: 200, text: 'campaign is running again' },
  campaign_cancelled_successfully: {
    status: 200,
    text: 'campaign cancelled; what no order holds is available again',
  },
  // payments
  field_is_required: { status: 422, text: 'please fill in this field' },
  added_address_information_successfully: { status: 200, text: 'added address information successfully' },
  country_is_unknown: { status: 422, text: 'choose a country from the list' },
  added_bank_information_successfully: { status: 200, text: 'added bank information successfully' },
  the_bank_does_not_exist: { status: 422, text: 'the bank does not exist' },
  iban_is_invalid: {
    status: 422,
    text: 'this IBAN is not correct; please compare it with the one your bank gave you',
  },
  account_number_is_invalid: { status: 422, text: 'an account number has 4 to 34 letters and digits' },
  holder_is_invalid: { status: 422, text: 'enter the name of the account holder as the bank has it' },
  deposit_method_is_not_available: { status: 409, text: 'this way to deposit is not available' },
  deposit_announced_successfully: {
    status: 200,
    text: 'deposit announced; transfer the money with its reference',
  },
  there_is_no_proof_yet: {
    status: 404,
    text: 'no proof has been made yet; the first is made within an hour',
  },
  proof_is_unknown: { status: 404, text: 'there is no such proof' },
  proof_is_too_old: {
    status: 410,
    text: 'this proof can no longer be opened; its signed statement is kept',
  },
  statement_period_is_too_long: {
    status: 422,
    text: 'this period is too long for one document, please choose a shorter one (24 months at most)',
  },
  deposit_is_unknown: { status: 404, text: 'this deposit does not exist' },
  card_amount_is_out_of_range: {
    status: 422,
    text: 'by card, any amount from 1,00 to 999 999,99 can be paid',
  },
  card_payment_is_not_available_now: {
    status: 409,
    text: 'card payment is not available just now; nothing was charged, please try again in a moment',
  },
  card_payment_was_declined: { status: 200, text: 'the card payment was not completed; nothing was charged' },
  deposit_is_settled: { status: 409, text: 'this deposit is already settled' },
  your_account_has_not_reached_the_minimum_balance: {
    status: 409,
    text: 'your account has not reached the minimum balance',
  },
  please_add_address_before: { status: 409, text: 'please add address before' },
  withdrawals_wait_after_a_change_of_bank: {
    status: 409,
    text: 'after a change of bank information withdrawals wait for 24 hours',
  },
  withdrawals_wait_for_a_security_check: {
    status: 423,
    text: 'withdrawals wait while we check that it is really you, 72 hours at most',
  },
  this_is_paused_while_the_books_are_checked: {
    status: 423,
    text: 'this waits while the books are checked: a check found a difference, and two of us look at it. What is yours stays yours; you need not do anything, and the transparency page says when it goes on',
  },
  withdrawal_exceeds_the_available_balance: { status: 409, text: 'this is more than what is available' },
  successfully_created_withdrawal_order: { status: 200, text: 'successfully created withdrawal order' },
  withdrawal_cancelled_successfully: {
    status: 200,
    text: 'withdrawal cancelled; the money is available again',
  },
  withdrawal_is_unknown: { status: 404, text: 'this withdrawal does not exist' },
  withdrawal_cannot_be_cancelled: { status: 409, text: 'this withdrawal can no longer be cancelled' },
  withdrawal_is_in_another_state: {
    status: 409,
    text: 'this withdrawal has moved on meanwhile; look at it again',
  },
  security_notices_are_always_sent: { status: 409, text: 'notices about security are always sent' },
  confirm_an_email_first: { status: 409, text: 'confirm an e-mail address first' },
  push_subscription_is_not_usable: { status: 422, text: 'this device cannot receive push messages' },
  mails_switched_off: { status: 200, text: 'you get no more of these mails' },
  push_text: { status: 200, text: 'Open {site} to read it.' },
  mail_notice_text: {
    status: 200,
    text: 'Hello {username},\n\n{text}\n\n{link}\n\n—\nYou get this mail because you switched on notices by mail. Switch them off here:\n{settings}',
  },
  mail_security_text: {
    status: 200,
    text: 'Hello {username},\n\n{text}\n\n{link}\n\nIf you know nothing of this, change your password at once and end all other sessions.\n\n—\nMails about the security of your account are always sent.',
  },
  // closing an account
  account_waits_for_a_security_check: {
    status: 423,
    text: 'while we check that it is really you, 72 hours at most, the account cannot be closed',
  },
  account_still_has_money: {
    status: 409,
    text: 'there is still money on your account; withdraw it first, any amount can be paid out',
  },
  account_has_a_withdrawal_under_way: {
    status: 409,
    text: 'a withdrawal is still under way; wait until your bank has it, or cancel it',
  },
  account_has_a_refundable_level_fee: {
    status: 409,
    text: 'you can still have a level fee back; give the level back first',
  },
  account_has_open_orders: {
    status: 409,
    text: 'you still have open orders; finish them, claim them or give them back first',
  },
  account_has_open_campaigns: {
    status: 409,
    text: 'you still have campaigns that have not ended; cancel them, or wait for their end',
  },
  account_closed_successfully: {
    status: 200,
    text: 'your account is closed and your personal data is erased',
  },
} as const satisfies Record<string, Message>

export type MessageCode = keyof typeof declared | keyof typeof backofficeMessages | keyof typeof noticeTexts
export const messages = {
  ...declared,
  ...backofficeMessages,
  ...Object.fromEntries(Object.entries(noticeTexts).map(([code, text]) => [code, { status: 200, text }])),
} as Readonly<Record<MessageCode, Message>>

/** The texts of one language. */
export type MessageTexts = Readonly<Record<MessageCode, string>>

/** `text` with `{name}` replaced by what `words` has for it. */
export function fillIn(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces)
}
