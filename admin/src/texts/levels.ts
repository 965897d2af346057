import type { SettingName } from '@fairturn/contract/backoffice/settings'
import type { Text, Texts } from './language.ts'

export const config = {
  versions: {
    title: ['History', 'Lịch sử'],
    none: ['No changes yet.', 'Chưa có thay đổi nào.'],
    number: ['Version %{number}', 'Phiên bản %{number}'],
    holds: ['Current', 'Đang áp dụng'],
    nobody: ['original version', 'phiên bản gốc'],
    approved_by: ['approved by %{who}', '%{who} đã duyệt'],
    restored_from: ['restores version %{number}', 'khôi phục phiên bản %{number}'],
    restore: ['Restore version %{number}', 'Khôi phục phiên bản %{number}'],
    restore_this: ['Restore', 'Khôi phục'],
    restore_why: [
      'This creates a new version; nothing is deleted. The same rules apply as for any change.',
      'Việc này tạo phiên bản mới; không có gì bị xóa. Áp dụng cùng quy tắc như mọi thay đổi.',
    ],
    no_difference: ['No visible difference.', 'Nội dung hiển thị không khác gì.'],
    nothing: ['nothing', 'không có'],
    refused: {
      bonus_and_discount_exceed_the_service_fee: [
        'Highest bonus %{bonus}\u00a0% + highest discount %{discount}\u00a0% = %{sum}\u00a0%, more than the service fee of %{service_fee}\u00a0%.',
        'Thưởng thêm cao nhất %{bonus}\u00a0% + giảm giá cao nhất %{discount}\u00a0% = %{sum}\u00a0%, vượt phí dịch vụ %{service_fee}\u00a0%.',
      ],
      minimum_withdrawal_is_too_high: ['At most %{highest}.', 'Nhiều nhất %{highest}.'],
      withdrawal_fee_is_too_high: [
        'With a minimum withdrawal of %{minimum}, at most %{highest}, not %{fee}.',
        'Với số tiền rút tối thiểu %{minimum}, nhiều nhất %{highest}, không phải %{fee}.',
      ],
      level_can_only_be_bought: [
        '%{level}: at most %{most_orders} orders and %{most_quality}\u00a0% verified.',
        '%{level}: nhiều nhất %{most_orders} đơn, với nhiều nhất %{most_quality}\u00a0% được xác minh.',
      ],
      level_gives_less_than_the_one_below: [
        '%{level}, compared with %{below}: %{field}.',
        '%{level}, so với %{below}: %{field}.',
      ],
      level_name_is_taken: ['%{level}', '%{level}'],
      level_is_in_use: ['%{levels}', '%{levels}'],
      first_level_must_stay: ['%{level}', '%{level}'],
      amount_is_invalid: ['%{level} %{field}', '%{level} %{field}'],
      field_is_invalid: ['%{level} %{field}', '%{level} %{field}'],
    },
  },
  settings: {
    name: ['Setting', 'Cài đặt'],
    value: ['Value', 'Giá trị'],
    title: ['Settings', 'Cài đặt'],
    why: [
      'Changes apply from now on. Existing offers, orders and paid campaigns keep their terms.',
      'Thay đổi áp dụng từ bây giờ. Đơn đề xuất, đơn và chiến dịch đã thanh toán hiện có giữ nguyên điều kiện.',
    ],
    all: ['All settings', 'Tất cả cài đặt'],
    change: ['Change', 'Thay đổi'],
    propose: ['Propose a change', 'Đề xuất thay đổi'],
    changed: ['Changed', 'Đã thay đổi'],
    history: ['Version %{number}', 'Phiên bản %{number}'],
    dual_approval: ['dual approval', 'phê duyệt kép'],
    takes_two: [
      'Requires dual approval: another owner or finance operator must approve exactly this.',
      'Cần phê duyệt kép: một chủ sở hữu khác hoặc nhân viên tài chính phải phê duyệt đúng nội dung này.',
    ],
    currency_is_fixed: [
      'The ledger uses this currency, so it can no longer be changed.',
      'Sổ cái đã dùng tiền tệ này nên không thể đổi nữa.',
    ],
    minutes: ['%{smart_count} minute |||| %{smart_count} minutes', '%{smart_count} phút'],
    days: ['%{from} to %{to} business days', '%{from} đến %{to} ngày làm việc'],
    from: ['From, days', 'Từ, ngày'],
    to: ['To, days', 'Đến, ngày'],
    groups: {
      site: ['Site', 'Trang'],
      rules: ['Rules', 'Quy tắc'],
      paying_in: ['Money in', 'Tiền vào'],
      paying_out: ['Money out', 'Tiền ra'],
    },
    names: {
      site_title: ['Title', 'Tên trang'],
      link_support: ['Support link', 'Liên kết hỗ trợ'],
      link_deposit: ['Deposit link', 'Liên kết nạp tiền'],
      time_zone: ['Time zone', 'Múi giờ'],
      service_fee: ['Service fee', 'Phí dịch vụ'],
      offer_minutes: ['Offer duration', 'Thời gian giữ đơn đề xuất'],
      currency: ['Currency', 'Tiền tệ'],
      receive_account: ['Receiving account', 'Tài khoản nhận tiền nạp'],
      min_withdrawal: ['Minimum withdrawal', 'Số tiền rút tối thiểu'],
      withdrawal_fee: ['Withdrawal fee', 'Phí rút tiền'],
      two_person_withdrawal: ['Dual approval threshold', 'Ngưỡng phê duyệt kép'],
      withdrawal_bank_days: ['Withdrawal time', 'Thời gian rút tiền'],
    } satisfies Record<SettingName, Text>,
    help: {
      site_title: ['The name of this site.', 'Tên của hệ thống.'],
      link_support: ['Leave empty to hide the button.', 'Để trống: ẩn nút.'],
      link_deposit: ['Leave empty to use the app’s own page.', 'Để trống: dùng trang của ứng dụng.'],
      time_zone: [
        'Turns renew at midnight in this time zone.',
        'Lượt nhận đơn được làm mới vào nửa đêm theo múi giờ này.',
      ],
      service_fee: [
        'Percentage of the campaign budget. Paid campaigns keep their fee.',
        'Phần trăm ngân sách chiến dịch. Chiến dịch đã thanh toán giữ nguyên phí.',
      ],
      offer_minutes: ['The reward is reserved for this time.', 'Thù lao được giữ trong thời gian này.'],
      currency: ['Used for all amounts.', 'Dùng cho mọi số tiền.'],
      receive_account: [
        'Members transfer deposits to this account. Leave empty to disable bank transfers.',
        'Thành viên chuyển tiền nạp vào tài khoản này. Để trống: không nhận chuyển khoản.',
      ],
      min_withdrawal: [
        'Does not apply when a member closes the account.',
        'Không áp dụng khi thành viên đóng tài khoản.',
      ],
      withdrawal_fee: [
        'Deducted from the amount. Withdrawals already requested keep their fee.',
        'Trừ vào số tiền rút. Yêu cầu rút đã tạo giữ nguyên phí.',
      ],
      two_person_withdrawal: [
        'From this amount, a second operator must approve.',
        'Từ số tiền này trở lên, nhân viên thứ hai phải phê duyệt.',
      ],
      withdrawal_bank_days: [
        'Shown when no withdrawal was paid in the last 90 days.',
        'Hiển thị khi không có khoản rút nào được trả trong 90 ngày qua.',
      ],
    } satisfies Record<SettingName, Text>,
    no_hosts: ['none configured', 'không máy chủ nào; chưa cấu hình'],
    bounds: {
      link_deposit: [
        'Allowed hosts: %{hosts} (DEPOSIT_LINK_HOSTS).',
        'Chỉ được dẫn đến: %{hosts} (DEPOSIT_LINK_HOSTS).',
      ],
      link_support: [
        'Allowed hosts: %{hosts} (SUPPORT_LINK_HOSTS).',
        'Chỉ được dẫn đến: %{hosts} (SUPPORT_LINK_HOSTS).',
      ],
      service_fee: [
        'At least %{lowest}\u00a0%: highest level bonus plus highest level discount.',
        'Ít nhất %{lowest}\u00a0%: thưởng thêm cao nhất cộng giảm giá cao nhất của các cấp.',
      ],
      min_withdrawal: [
        'At most %{highest}, so that members can access their money.',
        'Nhiều nhất %{highest}, để thành viên lấy được tiền của mình.',
      ],
      withdrawal_fee: [
        'At most %{highest}, 10\u00a0% of the minimum withdrawal.',
        'Nhiều nhất %{highest}, 10\u00a0% số tiền rút tối thiểu.',
      ],
    },
    none: {
      link_support: ['hidden', 'ẩn'],
      link_deposit: ['app page', 'trang của ứng dụng'],
      receive_account: ['no bank transfers', 'không nhận chuyển khoản'],
    },
    account: {
      holder: ['Holder', 'Chủ tài khoản'],
      bank: ['Bank', 'Ngân hàng'],
      account_number: ['Account number', 'Số tài khoản'],
      iban: ['IBAN', 'IBAN'],
      bic: ['BIC', 'BIC'],
    },
  },
  levels: {
    title: ['Levels', 'Cấp'],
    why: [
      'Lowest first. Changes apply from now on: existing offers and orders keep their rate, earned levels stay, and paid fees remain refundable, less the benefits received.',
      'Thấp nhất trước. Thay đổi áp dụng từ bây giờ: đơn đề xuất và đơn hiện có giữ nguyên tỷ lệ, cấp đã đạt được giữ nguyên, và phí đã trả vẫn được hoàn, trừ đi quyền lợi đã nhận.',
    ],
    name: ['Name', 'Tên'],
    joining_fee: ['Fee', 'Phí'],
    bonus_ads: ['Bonus from %', 'Thưởng thêm từ %'],
    max_bonus: ['to %', 'đến %'],
    number_ads: ['Turns a day', 'Lượt mỗi ngày'],
    orders_to_earn: ['Orders to earn', 'Đạt được sau số đơn'],
    earn_quality: ['Verified %', 'Được xác minh %'],
    members: ['Members (paid)', 'Thành viên (đã trả phí)'],
    held: ['%{members} (%{bought})', '%{members} (%{bought})'],
    held_in_words: ['members: %{members}, paid: %{bought}', 'thành viên: %{members}, đã trả phí: %{bought}'],
    is_new: ['new', 'mới'],
    add: ['Add a level', 'Thêm cấp'],
    place_of: ['Position', 'Thứ tự'],
    up: ['Move up', 'Chuyển lên'],
    down: ['Move down', 'Chuyển xuống'],
    remove: ['Remove', 'Xóa'],
    review: ['Review and propose', 'Xem lại và đề xuất'],
    discard: ['Discard changes', 'Bỏ thay đổi'],
    seen_now: ['As members see it', 'Như thành viên đang thấy'],
    seen_then: ['As members will see it', 'Như thành viên sẽ thấy'],
    unlock: ['Unlock', 'Mở khóa'],
    turns_a_day: [
      '%{smart_count} turn a day |||| %{smart_count} turns a day',
      '%{smart_count} lượt mỗi ngày',
    ],
    bonus_and_discount: ['%{range} bonus and discount', 'thưởng thêm và giảm giá %{range}'],
    earned_by: [
      'earned with %{orders} orders at %{quality}\u00a0% verified',
      'đạt được sau %{orders} đơn với %{quality}\u00a0% được xác minh',
    ],
    place: ['Level at position %{at}', 'Cấp ở vị trí %{at}'],
    promised: [
      'Highest bonus %{highest_bonus}\u00a0% + highest discount %{highest_discount}\u00a0% = %{sum}\u00a0%, paid from the service fee of %{service_fee}\u00a0%.',
      'Thưởng thêm cao nhất %{highest_bonus}\u00a0% + giảm giá cao nhất %{highest_discount}\u00a0% = %{sum}\u00a0%, trả từ phí dịch vụ %{service_fee}\u00a0%.',
    ],
    concerned: ['Changes and members affected:', 'Các thay đổi và số thành viên liên quan:'],
    worse: [
      'Members who paid for a level that now has fewer benefits keep the terms of open offers and orders. They can get the fee refunded: in full within 14 days, then less the benefits received.',
      'Thành viên đã trả phí cho cấp nay ít quyền lợi hơn vẫn giữ điều kiện của các đơn đề xuất và đơn đang mở. Họ có thể được hoàn phí: toàn bộ trong 14 ngày, sau đó trừ đi quyền lợi đã nhận.',
    ],
    effects: {
      new: ['new', 'mới'],
      removed: ['removed', 'bị xóa'],
      gives_more: ['more benefits', 'nhiều quyền lợi hơn'],
      gives_less: ['fewer benefits', 'ít quyền lợi hơn'],
      fee: ['new fee for new purchases', 'phí mới cho lần mua mới'],
      earning: ['new requirements to earn it', 'điều kiện đạt được mới'],
      order: ['new position', 'vị trí mới'],
      name: ['new name', 'tên mới'],
    },
  },
} satisfies Texts

/** Names of proposals that change a setting. */
export const settingProposals = {
  deposit_link_change: ['Deposit link', 'Liên kết nạp tiền'],
  support_link_change: ['Support link', 'Liên kết hỗ trợ'],
  service_fee_change: ['Service fee', 'Phí dịch vụ'],
  min_withdrawal_change: ['Minimum withdrawal', 'Số tiền rút tối thiểu'],
  withdrawal_fee_change: ['Withdrawal fee', 'Phí rút tiền'],
} satisfies Texts
