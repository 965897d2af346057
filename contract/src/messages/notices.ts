// The English texts of notifications, title and text of each kind; words in braces are filled in (server/src/notices/kinds.ts).

export const noticeTexts = {
  notice_welcome_title: 'Welcome',
  notice_welcome_text: 'Good to have you here. Tap the round button to receive your first order.',
  notice_order_success_title: 'Order complete',
  notice_order_success_text: '{brand}: {award} is ready to be claimed.',
  notice_order_expired_title: 'Order expired',
  notice_order_expired_text: '{brand}: the deadline passed without a verified visit. It cost you nothing.',
  notice_order_review_title: 'We are looking at an order',
  notice_order_review_text:
    '{brand}: its visits look unusual. If we say nothing, it is paid by itself within 72 hours.',
  notice_order_review_refused_title: 'Some visits were not accepted',
  notice_order_review_refused_text:
    '{brand}: {reason} You can object on the order’s page; somebody else then decides.',
  notice_objection_upheld_title: 'Your objection was upheld',
  notice_objection_upheld_text: '{brand}: {added} more for visits that had been refused.',
  notice_objection_refused_title: 'Your objection was not upheld',
  notice_objection_refused_text: '{brand}: the refusals stand. The reason: {reason}',
  notice_award_title: 'Award received',
  notice_award_text: '{brand}: {award} is in your balance.',
  notice_level_bought_title: 'You are now at {level}',
  notice_level_bought_text: '{fee} was paid. You can have all of it back until {until}.',
  notice_level_earned_title: 'You have earned {level}',
  notice_level_earned_text: 'Your record gives you this level free of charge.',
  notice_level_gives_less_title: '{level} gives less from now on',
  notice_level_gives_less_text:
    'Orders and campaigns that have begun keep what they were promised. You can give the level back at any time: you get its fee less what it has brought you.',
  notice_level_refunded_title: 'Withdrawal from contract confirmed',
  notice_level_refunded_text:
    '{level} was given back on {at}. {refunded} is in your balance. Reference {reference}.',
  notice_level_fee_returned_title: 'Level fee returned',
  notice_level_fee_returned_text: '{refunded} of the fee for {level} is back in your balance.',
  notice_password_changed_title: 'Password changed',
  notice_password_changed_text:
    'All other sessions were signed out. If this was not you, contact support at once.',
  notice_session_reused_title: 'A session was ended',
  notice_session_reused_text:
    'Its sign-in key was used a second time, which can mean that somebody copied it. Sign in again; if you suspect anybody, change your password.',
  notice_one_time_codes_on_title: 'One-time codes are on',
  notice_one_time_codes_on_text:
    'Signing in with your password now asks for a code. If this was not you, contact support at once.',
  notice_one_time_codes_off_title: 'One-time codes are off',
  notice_one_time_codes_off_text:
    'Your password alone is enough to sign in. If this was not you, contact support at once.',
  notice_recovery_codes_made_title: 'New recovery codes',
  notice_recovery_codes_made_text:
    'Those you had before are no longer valid. If this was not you, contact support at once.',
  notice_recovery_code_used_title: 'A recovery code was used',
  notice_recovery_code_used_text: 'Codes left: {left}. If this was not you, contact support at once.',
  notice_passkey_added_title: 'Passkey added',
  notice_passkey_added_text:
    '{name} can now be used to sign in. If this was not you, contact support at once.',
  notice_passkey_removed_title: 'Passkey removed',
  notice_passkey_removed_text:
    '{name} can no longer be used to sign in. If this was not you, contact support at once.',
  notice_email_changed_title: 'E-mail confirmed',
  notice_email_changed_text: 'Your e-mail is now {email}. If this was not you, contact support at once.',
  notice_email_removed_title: 'E-mail removed',
  notice_email_removed_text:
    'A forgotten password can no longer be replaced by mail. If this was not you, contact support at once.',
  notice_phone_changed_title: 'Phone number changed',
  notice_phone_changed_text:
    'Your phone number is now {phone}. If this was not you, contact support at once.',
  notice_locked_for_conduct_title: 'Your account has been locked',
  notice_locked_for_conduct_text:
    'The reason: {reason}. You can still sign in, read everything and withdraw what is yours. To object, contact support.',
  notice_locked_for_security_title: 'Your account has been locked for your safety',
  notice_locked_for_security_text:
    'The reason: {reason}. Withdrawals wait while we check that it is really you, 72 hours at most. To object, contact support.',
  notice_unlocked_title: 'Your account is open again',
  notice_unlocked_text: 'Everything works as before.',
  notice_campaign_finished_title: 'Campaign finished',
  notice_campaign_finished_text: '{brand}: {refunded} that was not earned is back in your balance.',
  notice_campaign_rejected_title: 'Campaign not accepted',
  notice_campaign_rejected_text: '{brand}: {reason} {refunded} is back in your balance.',
  notice_campaign_approved_title: 'Campaign approved',
  notice_campaign_approved_text: '{brand}: members can take its orders now.',
  notice_campaign_paused_title: 'Campaign paused by us',
  notice_campaign_paused_text:
    '{brand}: {reason} Your money stays in escrow, and you can cancel at any time.',
  notice_campaign_resumed_title: 'Campaign running again',
  notice_campaign_resumed_text: '{brand}: we looked at it again, and it can go on.',
  notice_campaign_taken_down_title: 'Campaign taken down',
  notice_campaign_taken_down_text:
    '{brand}: {reason} What orders already taken do not earn comes back to your balance.',
  notice_campaign_pause_lifted_title: 'No longer paused by us',
  notice_campaign_pause_lifted_text:
    '{brand}: we looked at it again. You paused it yourself, so it waits until you resume it.',
  notice_campaign_cancelled_title: 'Campaign cancelled',
  notice_campaign_cancelled_text:
    '{brand}: its last order is over. In all, {refunded} came back to your balance.',
  notice_deposit_credited_title: 'Deposit received',
  notice_deposit_credited_text: '{amount} is in your balance. Reference {reference}.',
  notice_deposit_expired_title: 'Deposit expired',
  notice_deposit_expired_text:
    'No money with the reference {reference} has arrived. If you have sent it, it will still be credited.',
  notice_deposit_refused_title: 'Deposit not accepted',
  notice_deposit_refused_text: 'The deposit {reference} was not accepted. The reason: {reason}',
  notice_withdrawal_requested_title: 'Withdrawal requested',
  notice_withdrawal_requested_text:
    '{amount} to {account}. If this was not you, cancel it and change your password at once.',
  notice_withdrawal_approved_title: 'Withdrawal approved',
  notice_withdrawal_approved_text: '{amount} will be sent to {account}.',
  notice_withdrawal_sent_title: 'Withdrawal on its way',
  notice_withdrawal_sent_text: '{amount} was sent to {account}. Reference {reference}.',
  notice_withdrawal_paid_title: 'Withdrawal paid',
  notice_withdrawal_paid_text: '{amount} has arrived at {account}.',
  notice_withdrawal_returned_title: 'Withdrawal came back',
  notice_withdrawal_returned_text:
    'The bank returned {amount}. The reason: {reason} The money is available again.',
  notice_withdrawal_refused_title: 'Withdrawal not carried out',
  notice_withdrawal_refused_text: '{amount} was not sent. The reason: {reason} The money is available again.',
  notice_bank_added_title: 'Bank information saved',
  notice_bank_added_text: 'Withdrawals now go to {account}. If this was not you, contact support at once.',
  notice_bank_changed_title: 'Bank information changed',
  notice_bank_changed_text:
    'Withdrawals now go to {account} and wait until {until}. If this was not you, contact support at once.',
  notice_broadcast_title: '{title}',
  notice_broadcast_text: '{text}',
} as const satisfies Record<string, string>
