import type { Texts } from './language.ts'

export const firstDay = {
  first_day: {
    title: ['First day', 'Ngày đầu tiên'],
    progress: [
      '%{done} of %{of} done. This list disappears when everything is done.',
      'Đã xong %{done}/%{of}. Danh sách tự ẩn khi mọi việc đã xong.',
    ],
    done: ['Done', 'Đã xong'],
    open: ['To do', 'Cần làm'],
    steps: {
      owners: ['Three owners', 'Ba chủ sở hữu'],
      proxy: ['TLS and proxy', 'TLS và proxy'],
      mail: ['Mail server', 'Máy chủ e-mail'],
      alarms: ['Alarm mailbox', 'Hộp thư cảnh báo'],
      backup: ['Backup', 'Sao lưu'],
      receive_account: ['Receiving account', 'Tài khoản nhận tiền nạp'],
      levels_and_fees: ['Levels and fees', 'Cấp và phí'],
      pages: ['Pages in every language', 'Các trang bằng mọi ngôn ngữ'],
      invitations: ['First invitation', 'Lời mời đầu tiên'],
      demo_off: ['Demo off', 'Tắt bản demo'],
    },
    why: {
      owners: [
        'Changes to where money goes need two owners. With a third, nothing is blocked when one is away.',
        'Mọi thay đổi về nơi nhận tiền cần hai người đồng ý; có người thứ ba thì không phải chờ ai.',
      ],
      proxy: [
        'Visits are counted by IP address: behind a proxy that is not trusted, all visitors look like one.',
        'Lượt truy cập được đếm theo địa chỉ: qua proxy không được tin cậy, mọi khách đều như một.',
      ],
      mail: [
        'Members get security notifications and reset forgotten passwords by e-mail.',
        'Thành viên nhận thông báo bảo mật và đặt lại mật khẩu qua e-mail.',
      ],
      alarms: [
        'The people on duty are alerted when a ledger check fails or does not run.',
        'Người trực được báo khi kiểm tra sổ cái thất bại hoặc không chạy.',
      ],
      backup: [
        'Without a backup, all data is lost if the server fails.',
        'Những gì chưa được sao lưu sẽ mất cùng máy chủ.',
      ],
      receive_account: [
        'Members transfer deposits to it. One owner proposes it, another approves.',
        'Thành viên chuyển tiền nạp vào đây. Một chủ sở hữu đề xuất, người khác phê duyệt.',
      ],
      levels_and_fees: [
        'They apply from the first campaign on; the defaults are only examples.',
        'Thành viên trả theo đó từ chiến dịch đầu tiên; giá trị mặc định chỉ là ví dụ.',
      ],
      pages: [
        'Members agree to the rules and read who you are. Add your name and address.',
        'Thành viên đồng ý với quy tắc và đọc thông tin về bạn. Tên và địa chỉ của bạn cần có ở đó.',
      ],
      invitations: [
        'Registration requires a code, and there are no members yet who could share theirs.',
        'Không ai đăng ký được nếu không có mã, và những thành viên đầu tiên không có ai cho mã.',
      ],
      demo_off: [
        'A demo has sample members and known passwords: use it without real money.',
        'Bản demo có thành viên mẫu và mật khẩu ai cũng biết. Không bao giờ được dùng với tiền thật.',
      ],
    },
    owners: [
      '%{smart_count} owner can sign in |||| %{smart_count} owners can sign in',
      '%{smart_count} chủ sở hữu đăng nhập được',
    ],
    backup_at: ['Last copy: %{when}', 'Bản sao gần nhất: %{when}'],
    confirmed: ['Confirmed by %{who}, %{when}', '%{who} xác nhận, %{when}'],
    read: ['Read:', 'Đã đọc:'],
    problems: {
      no_public_origin: ['PUBLIC_ORIGIN is not set.', 'Chưa đặt PUBLIC_ORIGIN.'],
      no_tls: ['PUBLIC_ORIGIN does not start with https.', 'PUBLIC_ORIGIN không bắt đầu bằng https.'],
      other_origin: [
        'This page was opened at an address other than the configured one.',
        'Trang này được mở ở địa chỉ khác với cấu hình.',
      ],
      proxy_is_not_trusted: [
        'Requests come through a proxy that is not in TRUST_PROXY: all visitors appear with its address.',
        'Yêu cầu đi qua một proxy không có trong TRUST_PROXY: mọi khách đều mang địa chỉ của proxy đó.',
      ],
      proxy_was_bypassed: [
        'This request did not come through the proxy in TRUST_PROXY.',
        'Yêu cầu này không đi qua proxy có trong TRUST_PROXY.',
      ],
    },
    in_configuration: ['In the configuration:', 'Trong cấu hình:'],
    variables: {
      proxy: ['PUBLIC_ORIGIN, TRUST_PROXY', 'PUBLIC_ORIGIN, TRUST_PROXY'],
      mail: ['SMTP_URL, MAIL_FROM', 'SMTP_URL, MAIL_FROM'],
      alarms: ['ALARM_MAIL', 'ALARM_MAIL'],
      backup: ['BACKUP_DIR, npm run backup', 'BACKUP_DIR, npm run backup'],
      demo_off: ['DEMO=false', 'DEMO=false'],
    },
    open_screen: {
      owners: ['Open staff', 'Mở trang nhân viên'],
      receive_account: ['Open the setting', 'Mở cài đặt này'],
      levels_and_fees: ['Open levels', 'Mở các cấp'],
      pages: ['Open pages', 'Mở các trang'],
      invitations: ['Open invitations', 'Mở lời mời'],
    },
    open_settings: ['Open settings', 'Mở cài đặt'],
    looked: ['I have checked levels and fees', 'Tôi đã kiểm tra cấp và phí'],
    mark_read: ['Mark as read:', 'Đánh dấu đã đọc:'],
    read_in: ['Mark as read: %{language}', 'Đánh dấu đã đọc: %{language}'],
    other_backup: ['We back up by other means', 'Chúng tôi sao lưu bằng cách khác'],
    other_backup_why: [
      'This is saved in the audit log with your name.',
      'Điều này được lưu trong nhật ký kiểm toán cùng tên của bạn.',
    ],
    other_backup_how: [
      'Which tool do you use, and when did you last test a restore?',
      'Bằng gì, và lần khôi phục gần nhất là khi nào?',
    ],
    mail_untested: ['Configured, but not tested yet.', 'Đã cấu hình, chưa gửi thử.'],
    mail_sending: ['The test mail is being sent …', 'Đang gửi e-mail thử …'],
    mail_accepted: [
      'The mail server accepted a test mail: %{when}',
      'Máy chủ e-mail đã nhận e-mail thử: %{when}',
    ],
    mail_refused: [
      'The mail server refused the test mail: %{refusal}',
      'Máy chủ e-mail từ chối e-mail thử: %{refusal}',
    ],
    send_test_mail: ['Send test mail', 'Gửi e-mail thử'],
    send_test_mail_why: [
      'It is sent the way all mails to members are. Check that it arrives and is not marked as spam.',
      'E-mail này đi theo đúng đường của mọi e-mail gửi cho thành viên. Hãy kiểm tra xem có đến nơi và không bị coi là thư rác.',
    ],
    send_test_alarm: ['Send test alarm', 'Gửi cảnh báo thử'],
    your_address: ['Your e-mail address', 'Địa chỉ e-mail của bạn'],
    saved: ['Saved', 'Đã lưu'],
  },
} satisfies Texts
