// Notices, mails and what else goes out by itself; words in braces are filled in.

export default {
  notice_welcome_title: 'Welcome',
  notice_welcome_text: 'Good to have you here. Tap the round button to receive your first order.',
  notice_order_success_title: 'Order successful',
  notice_order_success_text: '{brand}: {award} is ready to be claimed.',
  notice_order_expired_title: 'Order expired',
  notice_order_expired_text: '{brand}: the deadline passed without a verified visit. It cost you nothing.',
  notice_order_review_title: 'Order in review',
  notice_order_review_text:
    '{brand}: some visits look unusual and are being reviewed. If you do not hear from us within 72 hours, it is paid automatically.',
  notice_order_review_refused_title: 'Some visits were refused',
  notice_order_review_refused_text:
    '{brand}: {reason} You can object on the order page. A different reviewer will decide.',
  notice_objection_upheld_title: 'Your objection was upheld',
  notice_objection_upheld_text: '{brand}: {added} was added for visits that had been refused.',
  notice_objection_refused_title: 'Your objection was not upheld',
  notice_objection_refused_text: '{brand}: the visits stay refused. Reason: {reason}',
  notice_award_title: 'Award received',
  notice_award_text: '{brand}: {award} is in your balance.',
  notice_level_bought_title: 'You now have {level}',
  notice_level_bought_text: 'You paid {fee}. You can get a full refund until {until}.',
  notice_award_automatic_title: 'Award paid automatically',
  notice_award_automatic_text:
    '{brand}: {award} had not been claimed for 30 days, so it was paid into your balance.',
  notice_level_earned_title: 'You have earned {level}',
  notice_level_earned_text: 'Your verified orders have earned you this level free of charge.',
  notice_level_gives_less_title: '{level} has fewer benefits from now on',
  notice_level_gives_less_text:
    'Orders and campaigns already started keep their terms. You can cancel the level at any time and get the fee back, less the benefits received.',
  notice_level_refunded_title: 'Withdrawal from contract confirmed',
  notice_level_refunded_text:
    'You withdrew from the contract for {level} on {at}. {refunded} is in your balance. Reference {reference}.',
  notice_level_fee_returned_title: 'Level fee refunded',
  notice_level_fee_returned_text: '{refunded} of the fee for {level} was refunded to your balance.',
  notice_password_changed_title: 'Password changed',
  notice_password_changed_text:
    'All other sessions were signed out. If this was not you, contact support immediately.',
  notice_session_reused_title: 'A session was signed out',
  notice_session_reused_text:
    'Its sign-in key was used twice, so someone may have copied it. Sign in again. If you are unsure, change your password.',
  notice_one_time_codes_on_title: 'One-time codes are on',
  notice_one_time_codes_on_text:
    'You will now enter a code when you sign in with your password. If this was not you, contact support immediately.',
  notice_one_time_codes_off_title: 'One-time codes are off',
  notice_one_time_codes_off_text:
    'You can now sign in with your password only. If this was not you, contact support immediately.',
  notice_recovery_codes_made_title: 'New recovery codes',
  notice_recovery_codes_made_text:
    'Your previous codes no longer work. If this was not you, contact support immediately.',
  notice_recovery_code_used_title: 'A recovery code was used',
  notice_recovery_code_used_text: 'Codes left: {left}. If this was not you, contact support immediately.',
  notice_passkey_added_title: 'Passkey added',
  notice_passkey_added_text:
    '{name} can now be used to sign in. If this was not you, contact support immediately.',
  notice_passkey_removed_title: 'Passkey removed',
  notice_passkey_removed_text:
    '{name} can no longer be used to sign in. If this was not you, contact support immediately.',
  notice_email_changed_title: 'E-mail confirmed',
  notice_email_changed_text: 'Your e-mail is now {email}. If this was not you, contact support immediately.',
  notice_email_removed_title: 'E-mail removed',
  notice_email_removed_text:
    'You can no longer reset your password by e-mail. If this was not you, contact support immediately.',
  notice_phone_changed_title: 'Phone number changed',
  notice_phone_changed_text:
    'Your phone number is now {phone}. If this was not you, contact support immediately.',
  notice_locked_for_conduct_title: 'Your account has been locked',
  notice_locked_for_conduct_text:
    'Reason: {reason} You can still sign in, view everything and withdraw your money. To object, contact support.',
  notice_locked_for_security_title: 'Your account has been locked for your safety',
  notice_locked_for_security_text:
    'Reason: {reason} You have been signed out everywhere, nobody can sign in, and withdrawals are on hold. Recent changes have been undone. To get back in, set a new password with a recovery code or a link by e-mail, or contact support.',
  notice_security_lock_ended_title: 'The lock on your account has ended',
  notice_security_lock_ended_text:
    'Your payout account is the one from before the lock; withdrawals are on hold for another 24 hours. Set a new password before you sign in, then create new recovery codes and passkeys.',
  notice_security_lock_confirmed_title: 'Your account stays locked',
  notice_security_lock_confirmed_text:
    'A second member of our staff has confirmed the lock until {until}. To get back in, contact support.',
  notice_bank_put_back_title: 'Payout account restored',
  notice_bank_put_back_text: 'Withdrawals go to {account} again, as before the lock.',
  notice_bank_removed_title: 'Payout account removed',
  notice_bank_removed_text:
    'There was no payout account before the lock. Add yours again once you are signed in.',
  notice_unlocked_title: 'Your account has been unlocked',
  notice_unlocked_text: 'You can use everything again.',
  notice_campaign_finished_title: 'Campaign finished',
  notice_campaign_finished_text: '{brand}: the unspent {refunded} was refunded to your balance.',
  notice_campaign_rejected_title: 'Campaign rejected',
  notice_campaign_rejected_text: '{brand}: {reason} {refunded} was refunded to your balance.',
  notice_campaign_approved_title: 'Campaign approved',
  notice_campaign_approved_text: '{brand}: members can take its orders now.',
  notice_campaign_paused_title: 'Campaign paused by us',
  notice_campaign_paused_text: '{brand}: {reason} Your money stays in escrow. You can cancel at any time.',
  notice_campaign_resumed_title: 'Campaign active again',
  notice_campaign_resumed_text: '{brand}: we reviewed it again and it is active.',
  notice_campaign_taken_down_title: 'Campaign taken down',
  notice_campaign_taken_down_text:
    '{brand}: {reason} Any amount not earned by orders already taken is refunded to your balance.',
  notice_campaign_pause_lifted_title: 'Pause lifted',
  notice_campaign_pause_lifted_text:
    '{brand}: we lifted our pause. You also paused it yourself, so it starts again when you resume it.',
  notice_campaign_cancelled_title: 'Campaign cancelled',
  notice_campaign_cancelled_text:
    '{brand}: its last order has ended. In total, {refunded} was refunded to your balance.',
  notice_deposit_credited_title: 'Deposit received',
  notice_deposit_credited_text: '{amount} is in your balance. Reference {reference}.',
  notice_deposit_expired_title: 'Deposit expired',
  notice_deposit_expired_text:
    'No transfer with reference {reference} has arrived. If you have sent it, it will still be credited.',
  notice_deposit_refused_title: 'Deposit refused',
  notice_deposit_refused_text: 'Deposit {reference} was refused. Reason: {reason}',
  notice_withdrawal_requested_title: 'Withdrawal requested',
  notice_withdrawal_requested_text:
    '{amount} to {account}. If this was not you, cancel it and change your password immediately.',
  notice_withdrawal_approved_title: 'Withdrawal approved',
  notice_withdrawal_approved_text: '{amount} will be sent to {account}.',
  notice_withdrawal_sent_title: 'Withdrawal sent',
  notice_withdrawal_sent_text: '{amount} was sent to {account}. Reference {reference}.',
  notice_withdrawal_paid_title: 'Withdrawal paid',
  notice_withdrawal_paid_text: '{amount} has arrived at {account}.',
  notice_withdrawal_returned_title: 'Withdrawal returned',
  notice_withdrawal_returned_text:
    'The bank returned {amount}. Reason: {reason} The money is available again.',
  notice_withdrawal_refused_title: 'Withdrawal refused',
  notice_withdrawal_refused_text: '{amount} was not sent. Reason: {reason} The money is available again.',
  notice_bank_added_title: 'Bank information saved',
  notice_bank_added_text:
    'Withdrawals now go to {account}. If this was not you, contact support immediately.',
  notice_bank_changed_title: 'Bank information changed',
  notice_bank_changed_text:
    'Withdrawals now go to {account} and are on hold until {until}. If this was not you, contact support immediately.',
  notice_broadcast_title: '{title}',
  notice_broadcast_text: '{text}',
  mail_password_subject: 'Set a new password for {site}',
  mail_password_text:
    'Hello {username},\n\nOpen this link within 30 minutes to set a new password:\n{link}\n\nIf you did not request this, ignore this e-mail. Your password stays the same.',
  mail_address_left_subject: 'Your e-mail for {site} was removed',
  mail_address_left_text:
    'Hello {username},\n\nThis address is no longer linked to your account, and for one more week it only gets security e-mails.\n\nIf you did not make this change, someone else may have access to your account: change your password, sign out all other sessions and contact support immediately.\n{link}',
  mail_email_subject: 'Confirm your e-mail for {site}',
  mail_email_text:
    'Hello {username},\n\nOpen this link within 24 hours to confirm this address for your account:\n{link}\n\nIf you did not request this, ignore this e-mail.',
  level_number: 'Level {number}',
  push_text: 'Open {site} to read it.',
  mail_notice_text:
    'Hello {username},\n\n{text}\n\n{link}\n\n—\nYou receive this e-mail because you turned on e-mail notifications. Turn them off here:\n{settings}',
  mail_security_text:
    'Hello {username},\n\n{text}\n\n{link}\n\nIf this was not you, change your password immediately and sign out all other sessions.\n\n—\nSecurity e-mails about your account are always sent.',
}
