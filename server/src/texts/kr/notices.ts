import type { NoticeTexts } from '../notices.ts'

export default {
  notice_welcome_title: '환영합니다',
  notice_welcome_text: '함께해 주셔서 감사합니다. 둥근 버튼을 누르면 첫 오더를 받을 수 있습니다.',
  notice_order_success_title: '오더 성공',
  notice_order_success_text: '{brand}: 지금 받을 수 있는 보상은 {award}입니다.',
  notice_order_expired_title: '오더 기한 만료',
  notice_order_expired_text: '{brand}: 확인된 방문 없이 기한이 지났습니다. 이 오더로 지출된 금액은 없습니다.',
  notice_order_review_title: '오더를 검토하고 있습니다',
  notice_order_review_text:
    '{brand}: 일부 방문에서 평소와 다른 점이 보여 검토하고 있습니다. 72시간 안에 별도 안내가 없으면 자동으로 지급 대상이 됩니다.',
  notice_order_review_refused_title: '일부 방문이 인정되지 않았습니다',
  notice_order_review_refused_text:
    '{brand}: {reason} 오더 화면에서 이의를 제기할 수 있으며, 다른 담당자가 결정합니다.',
  notice_objection_upheld_title: '이의가 받아들여졌습니다',
  notice_objection_upheld_text: '{brand}: 인정되지 않았던 방문에 대한 금액이 추가되었습니다({added}).',
  notice_objection_refused_title: '이의가 받아들여지지 않았습니다',
  notice_objection_refused_text: '{brand}: 방문은 인정되지 않은 상태로 유지됩니다. 사유: {reason}',
  notice_award_title: '보상을 받았습니다',
  notice_award_text: '{brand}: 보상이 잔액에 들어왔습니다({award}).',
  notice_level_bought_title: '이제 {level}입니다',
  notice_level_bought_text: '{fee} 결제가 완료되었습니다. {until}까지 전액을 돌려받을 수 있습니다.',
  notice_award_automatic_title: '보상이 자동으로 지급되었습니다',
  notice_award_automatic_text: '{brand}: 30일 동안 받지 않은 보상이 잔액에 들어왔습니다({award}).',
  notice_level_earned_title: '{level} 달성',
  notice_level_earned_text: '그동안의 실적으로 이 레벨을 무료로 이용할 수 있습니다.',
  notice_level_gives_less_title: '{level}: 앞으로 혜택이 줄어듭니다',
  notice_level_gives_less_text:
    '이미 시작된 오더와 캠페인의 조건은 바뀌지 않습니다. 레벨은 언제든지 해지할 수 있으며, 받은 혜택을 뺀 요금을 환불받습니다.',
  notice_level_refunded_title: '청약 철회 확인',
  notice_level_refunded_text:
    '철회한 계약: {level}. 접수 일시: {at}. 잔액으로 환불된 금액: {refunded}. 참조 번호: {reference}.',
  notice_level_fee_returned_title: '레벨 요금 환불',
  notice_level_fee_returned_text: '{level} 요금 중 {refunded} 금액이 잔액으로 돌아왔습니다.',
  notice_password_changed_title: '비밀번호가 변경되었습니다',
  notice_password_changed_text:
    '다른 모든 세션이 로그아웃되었습니다. 본인이 변경하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_session_reused_title: '세션 하나를 종료했습니다',
  notice_session_reused_text:
    '이 세션의 로그인 키가 두 번 사용되었습니다. 누군가 복사했을 수 있습니다. 다시 로그인하고, 의심스러우면 비밀번호를 변경해 주세요.',
  notice_one_time_codes_on_title: '일회용 코드를 켰습니다',
  notice_one_time_codes_on_text:
    '이제 비밀번호로 로그인할 때 코드도 필요합니다. 본인이 하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_one_time_codes_off_title: '일회용 코드를 껐습니다',
  notice_one_time_codes_off_text:
    '이제 비밀번호만으로 로그인할 수 있습니다. 본인이 하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_recovery_codes_made_title: '새 복구 코드',
  notice_recovery_codes_made_text:
    '이전 코드는 더 이상 쓸 수 없습니다. 본인이 하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_recovery_code_used_title: '복구 코드가 사용되었습니다',
  notice_recovery_code_used_text: '남은 코드: {left}개. 본인이 하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_passkey_added_title: '패스키를 추가했습니다',
  notice_passkey_added_text:
    '이제 다음 패스키로 로그인할 수 있습니다: {name}. 본인이 하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_passkey_removed_title: '패스키를 삭제했습니다',
  notice_passkey_removed_text:
    '다음 패스키로는 더 이상 로그인할 수 없습니다: {name}. 본인이 하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_email_changed_title: '이메일을 확인했습니다',
  notice_email_changed_text:
    '이제 이메일 주소는 {email}입니다. 본인이 하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_email_removed_title: '이메일을 삭제했습니다',
  notice_email_removed_text:
    '비밀번호를 잊었을 때 이메일로 다시 설정할 수 없습니다. 본인이 하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_phone_changed_title: '전화번호가 변경되었습니다',
  notice_phone_changed_text:
    '이제 전화번호는 {phone}입니다. 본인이 하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_locked_for_conduct_title: '계정이 잠겼습니다',
  notice_locked_for_conduct_text:
    '사유: {reason} 로그인하고, 모든 내용을 보고, 본인의 돈을 출금하는 것은 계속 가능합니다. 이의가 있으면 고객 지원에 연락해 주세요.',
  notice_locked_for_security_title: '안전을 위해 계정을 잠갔습니다',
  notice_locked_for_security_text:
    '사유: {reason} 모든 기기에서 로그아웃되었고, 로그인과 출금이 중지됩니다. 직전에 변경된 내용은 되돌렸습니다. 다시 이용하려면 복구 코드나 메일로 받은 링크로 새 비밀번호를 설정하거나 고객 지원에 연락해 주세요.',
  notice_security_lock_ended_title: '계정 잠금이 끝났습니다',
  notice_security_lock_ended_text:
    '출금받을 계좌는 잠금 전의 계좌이며, 출금은 24시간 더 기다려야 합니다. 로그인하기 전에 새 비밀번호를 설정하고, 복구 코드와 패스키를 새로 만들어 주세요.',
  notice_security_lock_confirmed_title: '계정 잠금이 연장되었습니다',
  notice_security_lock_confirmed_text:
    '두 번째 담당자의 확인에 따라 {until}까지 잠금이 유지됩니다. 다시 이용하려면 고객 지원에 연락해 주세요.',
  notice_bank_put_back_title: '출금받을 계좌를 되돌렸습니다',
  notice_bank_put_back_text: '출금은 잠금 전과 같이 {account} 계좌로 이루어집니다.',
  notice_bank_removed_title: '출금받을 계좌를 삭제했습니다',
  notice_bank_removed_text: '잠금 전에 등록된 계좌가 없었습니다. 로그인한 뒤 다시 등록해 주세요.',
  notice_unlocked_title: '계정 잠금이 해제되었습니다',
  notice_unlocked_text: '모든 기능을 다시 이용할 수 있습니다.',
  notice_campaign_finished_title: '캠페인 종료',
  notice_campaign_finished_text: '{brand}: 지급되지 않은 {refunded} 금액이 잔액으로 돌아왔습니다.',
  notice_campaign_rejected_title: '캠페인이 승인되지 않았습니다',
  notice_campaign_rejected_text: '{brand}: {reason} {refunded} 금액이 잔액으로 돌아왔습니다.',
  notice_campaign_approved_title: '캠페인이 승인되었습니다',
  notice_campaign_approved_text: '{brand}: 이제 회원들이 오더를 받을 수 있습니다.',
  notice_campaign_paused_title: '운영팀이 캠페인을 일시 중지했습니다',
  notice_campaign_paused_text:
    '{brand}: {reason} 금액은 에스크로 계좌에 남아 있으며 언제든지 취소할 수 있습니다.',
  notice_campaign_resumed_title: '캠페인이 다시 시작되었습니다',
  notice_campaign_resumed_text: '{brand}: 다시 확인한 결과 계속 진행할 수 있습니다.',
  notice_campaign_taken_down_title: '캠페인이 게시 중단되었습니다',
  notice_campaign_taken_down_text:
    '{brand}: {reason} 이미 수락된 오더에서 보상으로 쓰이지 않은 금액은 잔액으로 환불됩니다.',
  notice_campaign_pause_lifted_title: '운영팀의 일시 중지가 해제되었습니다',
  notice_campaign_pause_lifted_text:
    '{brand}: 운영팀의 일시 중지를 해제했습니다. 직접 설정한 일시 중지는 다시 시작할 때까지 유지됩니다.',
  notice_campaign_cancelled_title: '캠페인이 취소되었습니다',
  notice_campaign_cancelled_text:
    '{brand}: 마지막 오더가 끝났습니다. 모두 {refunded} 금액이 잔액으로 돌아왔습니다.',
  notice_deposit_credited_title: '입금이 확인되었습니다',
  notice_deposit_credited_text: '잔액에 {amount} 금액이 입금되었습니다. 참조 번호: {reference}',
  notice_deposit_expired_title: '입금 기한이 지났습니다',
  notice_deposit_expired_text:
    '참조 번호 {reference}에 해당하는 입금이 없었습니다. 이미 송금했다면 도착하는 대로 잔액에 반영됩니다.',
  notice_deposit_refused_title: '입금이 거절되었습니다',
  notice_deposit_refused_text: '입금(참조 번호: {reference})이 거절되었습니다. 사유: {reason}',
  notice_withdrawal_requested_title: '출금을 신청했습니다',
  notice_withdrawal_requested_text:
    '{account} 계좌로 {amount} 출금을 신청했습니다. 본인이 신청하지 않았다면 취소하고 바로 비밀번호를 변경해 주세요.',
  notice_withdrawal_approved_title: '출금이 승인되었습니다',
  notice_withdrawal_approved_text: '{account} 계좌로 {amount} 금액을 송금할 예정입니다.',
  notice_withdrawal_sent_title: '출금액을 송금했습니다',
  notice_withdrawal_sent_text: '{account} 계좌로 {amount} 금액을 송금했습니다. 참조 번호: {reference}',
  notice_withdrawal_paid_title: '출금이 완료되었습니다',
  notice_withdrawal_paid_text: '{account} 계좌에 {amount} 금액이 도착했습니다.',
  notice_withdrawal_returned_title: '출금액이 반환되었습니다',
  notice_withdrawal_returned_text:
    '은행에서 {amount} 금액이 반환되었습니다. 사유: {reason} 금액을 다시 사용할 수 있습니다.',
  notice_withdrawal_refused_title: '출금이 거절되었습니다',
  notice_withdrawal_refused_text:
    '{amount} 금액은 송금되지 않았습니다. 사유: {reason} 금액을 다시 사용할 수 있습니다.',
  notice_bank_added_title: '은행 정보를 저장했습니다',
  notice_bank_added_text:
    '앞으로 {account} 계좌로 출금됩니다. 본인이 등록하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_bank_changed_title: '은행 정보가 변경되었습니다',
  notice_bank_changed_text:
    '앞으로 {account} 계좌로 출금되며, {until}까지는 출금할 수 없습니다. 본인이 변경하지 않았다면 바로 고객 지원에 연락해 주세요.',
  notice_broadcast_title: '{title}',
  notice_broadcast_text: '{text}',
  mail_password_subject: '{site} 새 비밀번호 설정',
  mail_password_text:
    '{username} 님, 안녕하세요.\n\n30분 안에 다음 링크를 열어 새 비밀번호를 설정해 주세요.\n{link}\n\n요청하지 않았다면 이 메일을 무시해 주세요. 비밀번호는 바뀌지 않습니다.',
  mail_address_left_subject: '{site} 이메일 등록이 해제되었습니다',
  mail_address_left_text:
    '{username} 님, 안녕하세요.\n\n이 주소는 더 이상 계정에 연결되어 있지 않으며, 앞으로 일주일 동안 보안 관련 메일만 받습니다.\n\n본인이 변경하지 않았다면 다른 사람이 계정에 접근했을 수 있습니다. 바로 비밀번호를 변경하고 다른 모든 세션에서 로그아웃한 뒤 고객 지원에 연락해 주세요.\n{link}',
  mail_email_subject: '{site} 이메일 확인',
  mail_email_text:
    '{username} 님, 안녕하세요.\n\n이 주소를 계정에 등록하려면 24시간 안에 다음 링크를 열어 주세요.\n{link}\n\n요청하지 않았다면 이 메일을 무시해 주세요.',
  level_number: '레벨 {number}',
  push_text: '{site} 앱을 열어 확인해 주세요.',
  mail_notice_text:
    '{username} 님, 안녕하세요.\n\n{text}\n\n{link}\n\n—\n이메일 알림을 켜 두어 보내 드리는 메일입니다. 여기에서 끌 수 있습니다.\n{settings}',
  mail_security_text:
    '{username} 님, 안녕하세요.\n\n{text}\n\n{link}\n\n본인이 하지 않았다면 바로 비밀번호를 변경하고 다른 모든 세션에서 로그아웃해 주세요.\n\n—\n계정 보안에 관한 메일은 항상 발송됩니다.',
} satisfies NoticeTexts
