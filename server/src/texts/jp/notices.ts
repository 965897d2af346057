import type { NoticeTexts } from '../notices.ts'

export default {
  notice_welcome_title: 'ようこそ',
  notice_welcome_text: 'ご登録ありがとうございます。丸いボタンを押すと、最初の案件が届きます。',
  notice_order_success_title: '案件が成功しました',
  notice_order_success_text: '{brand}：{award}を受け取れます。',
  notice_order_expired_title: '案件の期限が過ぎました',
  notice_order_expired_text: '{brand}：確認済みの訪問がないまま期限が過ぎました。費用はかかっていません。',
  notice_order_review_title: '案件を審査しています',
  notice_order_review_text:
    '{brand}：一部の訪問に通常と異なる動きがあり、審査しています。72時間以内に連絡がなければ、自動で支払い対象になります。',
  notice_order_review_refused_title: '一部の訪問が認められませんでした',
  notice_order_review_refused_text:
    '{brand}：{reason} 案件の画面から異議を申し立てられます。別の担当者が判断します。',
  notice_objection_upheld_title: '異議が認められました',
  notice_objection_upheld_text: '{brand}：認められていなかった訪問の分として{added}が加わりました。',
  notice_objection_refused_title: '異議は認められませんでした',
  notice_objection_refused_text: '{brand}：訪問は対象外のままです。理由：{reason}',
  notice_award_title: '報酬を受け取りました',
  notice_award_text: '{brand}：{award}が残高に入りました。',
  notice_level_bought_title: '{level}になりました',
  notice_level_bought_text: '{fee}をお支払いいただきました。{until}までは全額を返金できます。',
  notice_award_automatic_title: '報酬が自動で支払われました',
  notice_award_automatic_text: '{brand}：30日間受け取られなかった{award}を残高に入れました。',
  notice_level_earned_title: '{level}を獲得しました',
  notice_level_earned_text: 'これまでの実績により、このレベルを無料でご利用いただけます。',
  notice_level_gives_less_title: '{level}の特典が今後少なくなります',
  notice_level_gives_less_text:
    'すでに始まっている案件とキャンペーンの条件は変わりません。レベルはいつでも解約でき、受けた特典を差し引いた料金が返金されます。',
  notice_level_refunded_title: '契約の撤回を確認しました',
  notice_level_refunded_text:
    '{at}に{level}の契約の撤回を受け付けました。{refunded}が残高に入りました。参照番号：{reference}',
  notice_level_fee_returned_title: 'レベル料金を返金しました',
  notice_level_fee_returned_text: '{level}の料金のうち{refunded}が残高に戻りました。',
  notice_password_changed_title: 'パスワードを変更しました',
  notice_password_changed_text:
    'ほかのすべてのセッションはログアウトされました。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_session_reused_title: 'セッションを1つ終了しました',
  notice_session_reused_text:
    'このセッションのログインキーが2回使われました。第三者にコピーされたおそれがあります。もう一度ログインし、不審な点があればパスワードを変更してください。',
  notice_one_time_codes_on_title: 'ワンタイムコードをオンにしました',
  notice_one_time_codes_on_text:
    'パスワードでのログインにはコードも必要になります。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_one_time_codes_off_title: 'ワンタイムコードをオフにしました',
  notice_one_time_codes_off_text:
    'パスワードだけでログインできます。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_recovery_codes_made_title: '新しいリカバリーコード',
  notice_recovery_codes_made_text:
    '以前のコードは使えなくなりました。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_recovery_code_used_title: 'リカバリーコードが使われました',
  notice_recovery_code_used_text:
    '残りのコード：{left}。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_passkey_added_title: 'パスキーを追加しました',
  notice_passkey_added_text:
    '{name} でログインできるようになりました。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_passkey_removed_title: 'パスキーを削除しました',
  notice_passkey_removed_text:
    '{name} ではログインできなくなりました。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_email_changed_title: 'メールアドレスを確認しました',
  notice_email_changed_text:
    'メールアドレスは {email} になりました。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_email_removed_title: 'メールアドレスを削除しました',
  notice_email_removed_text:
    'パスワードを忘れたとき、メールでは再設定できなくなりました。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_phone_changed_title: '電話番号を変更しました',
  notice_phone_changed_text:
    '電話番号は {phone} になりました。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_locked_for_conduct_title: 'アカウントがロックされました',
  notice_locked_for_conduct_text:
    '理由：{reason} これまでどおりログイン、すべての情報の閲覧、ご自身の資金の出金ができます。異議がある場合は、サポートへご連絡ください。',
  notice_locked_for_security_title: '安全のためアカウントをロックしました',
  notice_locked_for_security_text:
    '理由：{reason} すべての端末からログアウトし、ログインと出金を停止しました。直前の変更は元に戻しています。再びご利用になるには、リカバリーコードまたはメールのリンクで新しいパスワードを設定するか、サポートへご連絡ください。',
  notice_security_lock_ended_title: 'アカウントのロックが終了しました',
  notice_security_lock_ended_text:
    '出金先はロック前の口座です。出金はあと24時間お待ちください。ログインする前に新しいパスワードを設定し、その後リカバリーコードとパスキーを作り直してください。',
  notice_security_lock_confirmed_title: 'アカウントのロックが延長されました',
  notice_security_lock_confirmed_text:
    '別の担当者が確認し、{until}までロックします。再びご利用になるには、サポートへご連絡ください。',
  notice_bank_put_back_title: '出金先を元に戻しました',
  notice_bank_put_back_text: '出金先はロック前と同じ{account}です。',
  notice_bank_removed_title: '出金先を削除しました',
  notice_bank_removed_text: 'ロック前に登録された口座はありませんでした。ログイン後に改めてご登録ください。',
  notice_unlocked_title: 'アカウントのロックを解除しました',
  notice_unlocked_text: 'これまでどおりご利用いただけます。',
  notice_campaign_finished_title: 'キャンペーンが終了しました',
  notice_campaign_finished_text: '{brand}：報酬にならなかった{refunded}が残高に戻りました。',
  notice_campaign_rejected_title: 'キャンペーンは承認されませんでした',
  notice_campaign_rejected_text: '{brand}：{reason} {refunded}が残高に戻りました。',
  notice_campaign_approved_title: 'キャンペーンが承認されました',
  notice_campaign_approved_text: '{brand}：会員が案件を受け取れるようになりました。',
  notice_campaign_paused_title: '運営がキャンペーンを一時停止しました',
  notice_campaign_paused_text: '{brand}：{reason} 資金はエスクロー口座に残ります。いつでも取りやめられます。',
  notice_campaign_resumed_title: 'キャンペーンが再開されました',
  notice_campaign_resumed_text: '{brand}：再確認の結果、続けられるようになりました。',
  notice_campaign_taken_down_title: 'キャンペーンが取り下げられました',
  notice_campaign_taken_down_text:
    '{brand}：{reason} 引き受け済みの案件で報酬にならなかった金額は、残高に戻ります。',
  notice_campaign_pause_lifted_title: '運営による一時停止を解除しました',
  notice_campaign_pause_lifted_text:
    '{brand}：運営による一時停止を解除しました。ご自身でも一時停止されているため、再開されるまで停止したままです。',
  notice_campaign_cancelled_title: 'キャンペーンを取りやめました',
  notice_campaign_cancelled_text: '{brand}：最後の案件が終わりました。合計{refunded}が残高に戻りました。',
  notice_deposit_credited_title: '入金を確認しました',
  notice_deposit_credited_text: '{amount}が残高に入りました。参照番号：{reference}',
  notice_deposit_expired_title: '入金の期限が切れました',
  notice_deposit_expired_text:
    '参照番号{reference}の入金は確認できませんでした。すでにお振り込みの場合は、着金後に残高へ反映されます。',
  notice_deposit_refused_title: '入金が却下されました',
  notice_deposit_refused_text: '入金（参照番号：{reference}）が却下されました。理由：{reason}',
  notice_withdrawal_requested_title: '出金の申請を受け付けました',
  notice_withdrawal_requested_text:
    '{account}へ{amount}を出金します。お心当たりがない場合は、取り消してすぐにパスワードを変更してください。',
  notice_withdrawal_approved_title: '出金が承認されました',
  notice_withdrawal_approved_text: '{account}へ{amount}を送金します。',
  notice_withdrawal_sent_title: '送金しました',
  notice_withdrawal_sent_text: '{account}へ{amount}を送金しました。参照番号：{reference}',
  notice_withdrawal_paid_title: '出金が完了しました',
  notice_withdrawal_paid_text: '{account}に{amount}が着金しました。',
  notice_withdrawal_returned_title: '出金が銀行から戻されました',
  notice_withdrawal_returned_text: '{amount}が銀行から戻りました。理由：{reason} 金額は再び利用可能です。',
  notice_withdrawal_refused_title: '出金が却下されました',
  notice_withdrawal_refused_text: '{amount}は送金されませんでした。理由：{reason} 金額は再び利用可能です。',
  notice_bank_added_title: '銀行口座を登録しました',
  notice_bank_added_text:
    '今後の出金先は{account}です。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_bank_changed_title: '銀行口座が変更されました',
  notice_bank_changed_text:
    '今後の出金先は{account}です。{until}までは出金できません。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  notice_broadcast_title: '{title}',
  notice_broadcast_text: '{text}',
  mail_password_subject: '{site} の新しいパスワードの設定',
  mail_password_text:
    '{username} 様\n\n次のリンクを30分以内に開いて、新しいパスワードを設定してください。\n{link}\n\nお心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
  mail_address_left_subject: '{site} のメールアドレスが削除されました',
  mail_address_left_text:
    '{username} 様\n\nこのメールアドレスの登録は解除されました。今後1週間は、セキュリティに関するメールのみお送りします。\n\nお心当たりがない場合は、第三者がアカウントにアクセスしているおそれがあります。すぐにパスワードを変更し、ほかのすべてのセッションからログアウトして、サポートへご連絡ください。\n{link}',
  mail_email_subject: '{site} のメールアドレスの確認',
  mail_email_text:
    '{username} 様\n\nこのアドレスをアカウントに登録するには、次のリンクを24時間以内に開いてください。\n{link}\n\nお心当たりがない場合は、このメールを破棄してください。',
  level_number: 'レベル{number}',
  push_text: '{site} を開いてご覧ください。',
  mail_notice_text:
    '{username} 様\n\n{text}\n\n{link}\n\n—\nメールでの通知をオンにしているため、このメールをお送りしています。停止はこちらから。\n{settings}',
  mail_security_text:
    '{username} 様\n\n{text}\n\n{link}\n\nお心当たりがない場合は、すぐにパスワードを変更し、ほかのセッションをすべて終了してください。\n\n—\nアカウントのセキュリティに関するメールは常に送信されます。',
} satisfies NoticeTexts
