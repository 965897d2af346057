import type { NoticeTexts } from '../notices.ts'

export default {
  notice_welcome_title: 'Chào mừng bạn',
  notice_welcome_text: 'Rất vui được đón bạn. Hãy chạm vào nút tròn để nhận đơn đầu tiên.',
  notice_order_success_title: 'Đơn thành công',
  notice_order_success_text: '{brand}: bạn có thể nhận thưởng {award}.',
  notice_order_expired_title: 'Đơn đã hết hạn',
  notice_order_expired_text:
    '{brand}: đã hết hạn mà chưa có lượt truy cập nào được xác minh. Bạn không mất khoản tiền nào.',
  notice_order_review_title: 'Đơn đang được xem xét',
  notice_order_review_text:
    '{brand}: một số lượt truy cập có dấu hiệu bất thường và đang được xem xét. Nếu bạn không nhận được phản hồi trong 72 giờ, tiền thưởng sẽ tự động được trả.',
  notice_order_review_refused_title: 'Một số lượt truy cập bị từ chối',
  notice_order_review_refused_text:
    '{brand}: {reason} Bạn có thể khiếu nại trên trang của đơn; một nhân viên khác sẽ quyết định.',
  notice_objection_upheld_title: 'Khiếu nại của bạn được chấp nhận',
  notice_objection_upheld_text: '{brand}: bạn được cộng {added} cho những lượt truy cập từng bị từ chối.',
  notice_objection_refused_title: 'Khiếu nại của bạn không được chấp nhận',
  notice_objection_refused_text: '{brand}: các lượt truy cập vẫn bị từ chối. Lý do: {reason}',
  notice_award_title: 'Đã nhận thưởng',
  notice_award_text: '{brand}: {award} đã vào số dư của bạn.',
  notice_level_bought_title: 'Bạn đã có {level}',
  notice_level_bought_text: 'Bạn đã thanh toán {fee}. Bạn có thể được hoàn lại toàn bộ phí đến {until}.',
  notice_award_automatic_title: 'Tiền thưởng được trả tự động',
  notice_award_automatic_text: '{brand}: {award} chưa được nhận trong 30 ngày nên đã vào số dư của bạn.',
  notice_level_earned_title: 'Bạn đã đạt {level}',
  notice_level_earned_text: 'Các đơn được xác minh đã giúp bạn đạt cấp này miễn phí.',
  notice_level_gives_less_title: '{level} từ nay có ít quyền lợi hơn',
  notice_level_gives_less_text:
    'Các đơn và chiến dịch đã bắt đầu giữ nguyên điều kiện. Bạn có thể hủy cấp bất cứ lúc nào và được hoàn phí, trừ đi quyền lợi đã nhận.',
  notice_level_refunded_title: 'Đã xác nhận hủy hợp đồng',
  notice_level_refunded_text:
    'Bạn đã hủy hợp đồng cho {level} lúc {at}. {refunded} đã vào số dư của bạn. Mã tham chiếu {reference}.',
  notice_level_fee_returned_title: 'Đã hoàn phí cấp',
  notice_level_fee_returned_text: '{refunded} phí của {level} đã được hoàn vào số dư của bạn.',
  notice_password_changed_title: 'Đã đổi mật khẩu',
  notice_password_changed_text:
    'Mọi phiên khác đã được đăng xuất. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_session_reused_title: 'Một phiên đăng nhập đã bị đăng xuất',
  notice_session_reused_text:
    'Khóa đăng nhập của phiên này đã được dùng hai lần, có thể ai đó đã sao chép. Hãy đăng nhập lại. Nếu không chắc chắn, hãy đổi mật khẩu.',
  notice_one_time_codes_on_title: 'Đã bật mã dùng một lần',
  notice_one_time_codes_on_text:
    'Từ nay bạn cần nhập thêm mã khi đăng nhập bằng mật khẩu. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_one_time_codes_off_title: 'Đã tắt mã dùng một lần',
  notice_one_time_codes_off_text:
    'Từ nay chỉ cần mật khẩu để đăng nhập. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_recovery_codes_made_title: 'Mã khôi phục mới',
  notice_recovery_codes_made_text:
    'Các mã trước đây không còn hiệu lực. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_recovery_code_used_title: 'Một mã khôi phục đã được dùng',
  notice_recovery_code_used_text:
    'Số mã còn lại: {left}. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_passkey_added_title: 'Đã thêm khóa truy cập',
  notice_passkey_added_text:
    'Từ nay có thể dùng {name} để đăng nhập. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_passkey_removed_title: 'Đã xóa khóa truy cập',
  notice_passkey_removed_text:
    'Không thể dùng {name} để đăng nhập nữa. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_email_changed_title: 'Đã xác nhận e-mail',
  notice_email_changed_text:
    'E-mail của bạn từ nay là {email}. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_email_removed_title: 'Đã xóa e-mail',
  notice_email_removed_text:
    'Bạn không thể đặt lại mật khẩu qua e-mail nữa. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_phone_changed_title: 'Đã đổi số điện thoại',
  notice_phone_changed_text:
    'Số điện thoại của bạn từ nay là {phone}. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_locked_for_conduct_title: 'Tài khoản của bạn đã bị khóa',
  notice_locked_for_conduct_text:
    'Lý do: {reason} Bạn vẫn có thể đăng nhập, xem mọi thông tin và rút tiền của mình. Để khiếu nại, hãy liên hệ bộ phận hỗ trợ.',
  notice_locked_for_security_title: 'Tài khoản của bạn đã được khóa để bảo vệ bạn',
  notice_locked_for_security_text:
    'Lý do: {reason} Bạn đã được đăng xuất khỏi mọi thiết bị, không ai có thể đăng nhập và việc rút tiền tạm dừng. Các thay đổi gần đây đã được hoàn tác. Để lấy lại tài khoản, hãy đặt mật khẩu mới bằng mã khôi phục hoặc liên kết qua e-mail, hoặc liên hệ bộ phận hỗ trợ.',
  notice_security_lock_ended_title: 'Tài khoản của bạn đã được mở khóa',
  notice_security_lock_ended_text:
    'Tài khoản nhận tiền rút là tài khoản trước khi bị khóa; việc rút tiền tạm dừng thêm 24 giờ. Hãy đặt mật khẩu mới trước khi đăng nhập, sau đó tạo mã khôi phục và khóa truy cập mới.',
  notice_security_lock_confirmed_title: 'Tài khoản của bạn vẫn bị khóa',
  notice_security_lock_confirmed_text:
    'Nhân viên thứ hai đã xác nhận việc khóa đến {until}. Để lấy lại tài khoản, hãy liên hệ bộ phận hỗ trợ.',
  notice_bank_put_back_title: 'Đã khôi phục tài khoản nhận tiền rút',
  notice_bank_put_back_text: 'Tiền rút lại được chuyển đến {account} như trước khi bị khóa.',
  notice_bank_removed_title: 'Đã xóa tài khoản nhận tiền rút',
  notice_bank_removed_text: 'Trước khi bị khóa chưa có tài khoản này. Hãy thêm lại sau khi đăng nhập.',
  notice_unlocked_title: 'Tài khoản của bạn đã được mở khóa',
  notice_unlocked_text: 'Bạn có thể sử dụng lại mọi chức năng.',
  notice_campaign_finished_title: 'Chiến dịch đã kết thúc',
  notice_campaign_finished_text: '{brand}: {refunded} chưa dùng đến đã được hoàn vào số dư của bạn.',
  notice_campaign_rejected_title: 'Chiến dịch bị từ chối',
  notice_campaign_rejected_text: '{brand}: {reason} {refunded} đã được hoàn vào số dư của bạn.',
  notice_campaign_approved_title: 'Chiến dịch đã được duyệt',
  notice_campaign_approved_text: '{brand}: thành viên đã có thể nhận đơn.',
  notice_campaign_paused_title: 'Chúng tôi đã tạm dừng chiến dịch',
  notice_campaign_paused_text:
    '{brand}: {reason} Tiền của bạn vẫn ở tài khoản ký quỹ, và bạn có thể hủy bất cứ lúc nào.',
  notice_campaign_resumed_title: 'Chiến dịch chạy trở lại',
  notice_campaign_resumed_text: '{brand}: chúng tôi đã xem xét lại và chiến dịch đang chạy.',
  notice_campaign_taken_down_title: 'Chiến dịch đã bị gỡ',
  notice_campaign_taken_down_text:
    '{brand}: {reason} Số tiền mà các đơn đã nhận không dùng đến sẽ được hoàn vào số dư của bạn.',
  notice_campaign_pause_lifted_title: 'Chúng tôi đã gỡ lệnh tạm dừng',
  notice_campaign_pause_lifted_text:
    '{brand}: chúng tôi đã gỡ lệnh tạm dừng. Bạn cũng đã tự tạm dừng, nên chiến dịch sẽ chạy lại khi bạn tiếp tục.',
  notice_campaign_cancelled_title: 'Chiến dịch đã hủy',
  notice_campaign_cancelled_text:
    '{brand}: đơn cuối cùng đã kết thúc. Tổng cộng {refunded} đã được hoàn vào số dư của bạn.',
  notice_deposit_credited_title: 'Đã nhận tiền nạp',
  notice_deposit_credited_text: '{amount} đã vào số dư của bạn. Mã tham chiếu {reference}.',
  notice_deposit_expired_title: 'Yêu cầu nạp tiền đã hết hạn',
  notice_deposit_expired_text:
    'Chưa nhận được khoản chuyển nào có mã tham chiếu {reference}. Nếu bạn đã chuyển, số tiền vẫn sẽ được ghi có.',
  notice_deposit_refused_title: 'Khoản nạp tiền bị từ chối',
  notice_deposit_refused_text: 'Khoản nạp tiền {reference} bị từ chối. Lý do: {reason}',
  notice_withdrawal_requested_title: 'Đã yêu cầu rút tiền',
  notice_withdrawal_requested_text:
    '{amount} đến {account}. Nếu không phải bạn yêu cầu, hãy hủy và đổi mật khẩu ngay.',
  notice_withdrawal_approved_title: 'Yêu cầu rút tiền đã được duyệt',
  notice_withdrawal_approved_text: '{amount} sẽ được chuyển đến {account}.',
  notice_withdrawal_sent_title: 'Đã chuyển tiền rút',
  notice_withdrawal_sent_text: '{amount} đã được chuyển đến {account}. Mã tham chiếu {reference}.',
  notice_withdrawal_paid_title: 'Tiền rút đã đến',
  notice_withdrawal_paid_text: '{amount} đã đến {account}.',
  notice_withdrawal_returned_title: 'Tiền rút bị hoàn lại',
  notice_withdrawal_returned_text:
    'Ngân hàng đã hoàn lại {amount}. Lý do: {reason} Tiền đã khả dụng trở lại.',
  notice_withdrawal_refused_title: 'Yêu cầu rút tiền bị từ chối',
  notice_withdrawal_refused_text: '{amount} không được chuyển. Lý do: {reason} Tiền đã khả dụng trở lại.',
  notice_bank_added_title: 'Đã lưu thông tin ngân hàng',
  notice_bank_added_text:
    'Từ nay tiền rút được chuyển đến {account}. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_bank_changed_title: 'Đã đổi thông tin ngân hàng',
  notice_bank_changed_text:
    'Từ nay tiền rút được chuyển đến {account} và tạm dừng đến {until}. Nếu không phải bạn làm, hãy liên hệ ngay với bộ phận hỗ trợ.',
  notice_broadcast_title: '{title}',
  notice_broadcast_text: '{text}',
  mail_password_subject: 'Đặt mật khẩu mới cho {site}',
  mail_password_text:
    'Xin chào {username},\n\nHãy mở liên kết này trong vòng 30 phút để đặt mật khẩu mới:\n{link}\n\nNếu bạn không yêu cầu, hãy bỏ qua thư này: mật khẩu của bạn vẫn giữ nguyên.',
  mail_address_left_subject: 'E-mail của bạn tại {site} đã bị xóa',
  mail_address_left_text:
    'Xin chào {username},\n\nĐịa chỉ này không còn gắn với tài khoản của bạn và trong một tuần nữa chỉ nhận e-mail về bảo mật.\n\nNếu không phải bạn thay đổi, có thể người khác đang truy cập tài khoản của bạn: hãy đổi mật khẩu, đăng xuất mọi phiên khác và liên hệ ngay với bộ phận hỗ trợ.\n{link}',
  mail_email_subject: 'Xác nhận e-mail cho {site}',
  mail_email_text:
    'Xin chào {username},\n\nHãy mở liên kết này trong vòng 24 giờ để xác nhận địa chỉ này cho tài khoản của bạn:\n{link}\n\nNếu bạn không yêu cầu, hãy bỏ qua thư này.',
  level_number: 'Cấp {number}',
  push_text: 'Mở {site} để đọc.',
  mail_notice_text:
    'Xin chào {username},\n\n{text}\n\n{link}\n\n—\nBạn nhận e-mail này vì đã bật thông báo qua e-mail. Tắt tại đây:\n{settings}',
  mail_security_text:
    'Xin chào {username},\n\n{text}\n\n{link}\n\nNếu không phải bạn làm, hãy đổi mật khẩu ngay và đăng xuất mọi phiên khác.\n\n—\nE-mail về bảo mật tài khoản luôn được gửi.',
} satisfies NoticeTexts
