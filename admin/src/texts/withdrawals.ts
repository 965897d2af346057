// Withdrawals and payment files.
import type { Texts } from './language.ts'

export const withdrawals = {
  withdrawals: {
    bank_lines: ['Booked by the bank', 'Ngân hàng đã ghi sổ'],
    duties: {
      brought_in: [
        'Separation of duties: you brought in money for this member (imported, confirmed, matched or adjusted), so another colleague must approve this and a third must release it.',
        'Tách nhiệm vụ: bạn đã ghi nhận tiền vào cho thành viên này (nhập, xác nhận, gán hoặc điều chỉnh), nên một đồng nghiệp khác duyệt và người thứ ba chuyển đi.',
      ],
      approved: [
        'Separation of duties: you approved it, so another colleague must release it.',
        'Tách nhiệm vụ: bạn đã duyệt nên một đồng nghiệp khác chuyển đi.',
      ],
    },
    takes_two: {
      card: [
        'There is card money in it that its card did not take back.',
        'Trong đó có tiền nạp bằng thẻ mà thẻ không nhận lại.',
      ],
      amount: ['The amount is over the threshold.', 'Số tiền vượt ngưỡng.'],
      member: [
        'Together with this member’s withdrawals approved in the last 7 days, it is over the threshold.',
        'Cộng với số đã duyệt cho thành viên này trong 7 ngày thì vượt ngưỡng.',
      ],
      payout_account: [
        'Together with withdrawals to this payout account approved in the last 7 days, it is over the threshold.',
        'Cộng với số đã duyệt cho tài khoản nhận tiền rút này trong 7 ngày thì vượt ngưỡng.',
      ],
      operator: [
        'Together with what you approved alone in the last 24 hours, it is over the threshold.',
        'Cộng với số bạn tự duyệt trong 24 giờ thì vượt ngưỡng.',
      ],
    },
    statuses: {
      requested: ['Requested', 'Đã yêu cầu'],
      approved: ['Approved', 'Đã duyệt'],
      sent: ['Sent', 'Đã chuyển'],
      paid: ['Paid', 'Đã chi trả'],
      returned: ['Returned', 'Bị hoàn lại'],
      cancelled: ['Cancelled', 'Đã hủy'],
      refused: ['Refused', 'Bị từ chối'],
    },
    age: ['Waiting', 'Đã chờ'],
    requested_at: ['Requested', 'Yêu cầu lúc'],
    payee: ['To', 'Người nhận'],
    holder: ['Account holder', 'Chủ tài khoản'],
    account: ['Account', 'Tài khoản'],
    to_card: ['Back to the card that paid it in', 'Về thẻ đã nạp'],
    to_card_why: [
      'This goes back to the card that paid it in. The card provider refunds it; nobody approves it. What it refuses goes to the payout account, by two people.',
      'Khoản này trả về thẻ đã nạp. Nhà cung cấp thẻ hoàn tiền; không ai phải duyệt. Phần bị từ chối chuyển về tài khoản nhận tiền rút, do hai nhân viên phê duyệt.',
    ],
    people: ['Approvals', 'Người phê duyệt'],
    one: ['0 of 1 given', 'đã duyệt 0/1'],
    two: ['0 of 2 given', 'đã duyệt 0/2'],
    given: ['all given', 'đã duyệt đủ'],
    one_of_two: ['1 of 2 given: %{who}', 'đã duyệt 1/2: %{who}'],
    notes: ['Risk notes', 'Ghi chú rủi ro'],
    known: ['Risk notes', 'Ghi chú rủi ro'],
    known_why: [
      'Facts, not a score. None of them delays the withdrawal by itself.',
      'Đây là thông tin, không phải điểm số. Không ghi chú nào tự làm chậm yêu cầu rút tiền.',
    ],
    nothing_known: ['No risk notes.', 'Không có ghi chú rủi ro.'],
    fee: ['Fee', 'Phí'],
    payout: ['Amount to send', 'Sẽ gửi'],
    approved_by: ['Approved by', 'Người phê duyệt'],
    approval: ['%{who}, %{when}', '%{who}, %{when}'],
    waits_for: [
      'Dual approval: %{who} has approved it. Another operator must approve it too.',
      'Phê duyệt kép: %{who} đã duyệt. Một nhân viên khác cũng phải duyệt.',
    ],
    needs_two: [
      'Dual approval: after you approve, another operator must approve it too.',
      'Phê duyệt kép: sau khi bạn duyệt, một nhân viên khác cũng phải duyệt.',
    ],
    at_least: ['At least', 'Ít nhất'],
    sent_at: ['Sent', 'Gửi lúc'],
    settled_at: ['Settled', 'Xong lúc'],
    batch: ['Payment file', 'Tệp thanh toán'],
    approve: ['Approve', 'Duyệt'],
    selected: [
      '1 withdrawal, %{total} |||| %{smart_count} withdrawals, %{total}',
      '%{smart_count} yêu cầu rút tiền, %{total}',
    ],
    notes_read: [
      'I have read the important and notable notes about %{references}',
      'Tôi đã đọc các ghi chú quan trọng và đáng chú ý về %{references}',
    ],
    approve_selected: ['Approve selected', 'Duyệt các lệnh đã chọn'],
    approve_selected_sure: [
      'The one selected, %{total}, is approved. Where dual approval applies, another operator must approve it too. |||| Each of the %{smart_count} selected, %{total} in all, is approved on its own. Where dual approval applies, another operator must approve it too.',
      'Từng lệnh trong %{smart_count} lệnh đã chọn, tổng %{total}, được duyệt riêng. Lệnh cần phê duyệt kép thì một nhân viên khác cũng phải duyệt.',
    ],
    approve_sure: [
      'It can then be added to a payment file. The member is notified.',
      'Sau đó có thể đưa vào tệp thanh toán. Thành viên được thông báo.',
    ],
    approved: ['Approved', 'Đã duyệt'],
    proposed: [
      'Approved by you. Another operator must approve it too.',
      'Bạn đã duyệt. Một nhân viên khác cũng phải duyệt.',
    ],
    refuse: ['Refuse', 'Từ chối'],
    refuse_why: [
      'The money is available to the member again immediately. They see the reason, in their language. There are no others: nothing a member owes, lacks or has not done delays a withdrawal.',
      'Tiền khả dụng trở lại cho thành viên ngay. Họ thấy lý do bằng ngôn ngữ của họ. Không có lý do nào khác: việc thành viên nợ, thiếu hay chưa làm gì không giữ lại yêu cầu rút tiền.',
    ],
    refusal_reasons: {
      payee_is_another_person: ['The account holder is another person', 'Chủ tài khoản là người khác'],
      account_does_not_exist: ['The account does not exist', 'Tài khoản không tồn tại'],
      bank_cannot_be_reached: [
        'Our bank cannot reach this bank',
        'Ngân hàng của chúng tôi không chuyển được đến ngân hàng này',
      ],
      identity_in_doubt: ['The identity is in doubt', 'Danh tính chưa chắc chắn'],
      credited_by_mistake: ['Credited by mistake', 'Ghi có nhầm'],
      account_entered_before_lock: [
        'Account entered shortly before the security lock',
        'Tài khoản được nhập ngay trước khi khóa bảo mật',
      ],
    },
    to_send: ['What to write to us', 'Cần viết cho chúng tôi'],
    evidence: {
      identity_document: [
        'Name as in the identity card or passport',
        'Họ tên như trên căn cước công dân hoặc hộ chiếu',
      ],
      account_statement: ['Holder as in the bank statement', 'Chủ tài khoản như trên sao kê ngân hàng'],
      proof_of_name_change: ['Former name and date of change', 'Tên cũ và ngày đổi tên'],
    },
    refused: ['Refused', 'Đã từ chối'],
    weights: {
      high: ['Important', 'Quan trọng'],
      middle: ['Notable', 'Đáng chú ý'],
    },
    inviter: ['By', 'Người mời:'],
    sent_by: ['Assigned by hand; sent by', 'Gán bằng tay; người gửi'],
    refuse_proposed: [
      '%{who} approved this on %{when}, and a second person is to decide. If you refuse it, that approval becomes void.',
      '%{who} đã duyệt lúc %{when} và đang chờ người thứ hai. Nếu bạn từ chối, lượt duyệt đó mất hiệu lực.',
    ],
    facts: {
      security_lock: ['Locked for security', 'Bị khóa vì bảo mật'],
      conduct_lock: ['Locked for conduct', 'Bị khóa vì hành vi'],
      first_withdrawal: ['First withdrawal', 'Lần rút đầu tiên'],
      account_is_new: ['New member', 'Thành viên mới'],
      bank_changed_recently: ['Bank recently changed', 'Mới đổi ngân hàng'],
      signed_in_on_a_new_device: ['Signed in on a new device', 'Đăng nhập trên thiết bị mới'],
      much_larger_than_before: ['Much larger than any before', 'Lớn hơn nhiều so với mọi lần trước'],
      deposited_just_before: ['Deposited in the last 7 days', 'Đã nạp trong 7 ngày qua'],
      assigned_by_hand: ['Assigned by hand', 'Gán bằng tay'],
      returned_recently: ['Payouts returned in 30 days', 'Khoản chi bị trả lại trong 30 ngày'],
      refused_recently: ['Withdrawals refused in 30 days', 'Yêu cầu rút tiền bị từ chối trong 30 ngày'],
      card_dispute: ['Card payment in dispute', 'Thanh toán thẻ bị tranh chấp'],
      card_money_from_placers: [
        'Awards of campaigns paid with card money of 30 days',
        'Thưởng từ chiến dịch trả bằng tiền thẻ trong 30 ngày',
      ],
      refunded_recently: ['Refunds and adjustments in 30 days', 'Hoàn tiền và điều chỉnh trong 30 ngày'],
      account_shared_with_other_members: [
        'Account shared with other members',
        'Tài khoản dùng chung với thành viên khác',
      ],
      device_shared_with_other_members: [
        'Device shared with other members',
        'Thiết bị dùng chung với thành viên khác',
      ],
      network_shared_with_other_members: [
        'Network shared with other members',
        'Mạng dùng chung với thành viên khác',
      ],
      invited_with_others_who_withdraw_now: [
        'Invited with others who are withdrawing now',
        'Được mời cùng những người khác đang rút tiền',
      ],
    },
  },
  batches: {
    file_created: ['Payment file created.', 'Đã tạo tệp thanh toán.'],
    not_yours: [
      'Separation of duties: another colleague must export this file and mark it as sent.',
      'Tách nhiệm vụ: một đồng nghiệp khác xuất tệp này và đánh dấu đã gửi.',
    ],
    not_yours_are: ['%{message}: %{references}', '%{message}: %{references}'],
    not_ready: {
      in_another_batch: [
        '%{reference} stands in the payment file %{file} of %{by} already. It is no longer offered here; check the rest and create the file again.',
        '%{reference} đã nằm trong tệp thanh toán %{file} của %{by}. Khoản này không còn được chọn; hãy kiểm tra các khoản còn lại và tạo tệp lần nữa.',
      ],
      security_hold: [
        '%{reference} waits for a security check of the member’s account. It can be included after that.',
        '%{reference} đang chờ kiểm tra bảo mật tài khoản của thành viên. Sau đó mới đưa vào tệp được.',
      ],
      no_address: [
        '%{reference} has no address of the payee, which payments outside SEPA need: reject it with that reason, so that the member can request it again.',
        '%{reference} không có địa chỉ người nhận mà thanh toán ngoài SEPA cần: hãy từ chối với lý do này để thành viên yêu cầu lại.',
      ],
      no_bic: [
        '%{reference} goes to an IBAN outside SEPA, and its account has no BIC: ask the member to add it under bank information. Once the payout delay after that change is over it can be included; or reject it with that reason.',
        '%{reference} chuyển đến IBAN ngoài SEPA mà tài khoản chưa có mã BIC: hãy yêu cầu thành viên bổ sung trong thông tin ngân hàng. Khi hết thời gian tạm dừng sau thay đổi thì đưa vào tệp được; hoặc từ chối với lý do này.',
      ],
      no_bank: [
        '%{reference} is a refund without the BIC of its bank, which this account needs: take it back and propose it again with the BIC.',
        '%{reference} là khoản hoàn trả chưa có mã BIC của ngân hàng mà tài khoản này cần: hãy thu hồi rồi đề xuất lại kèm mã BIC.',
      ],
      account_in_doubt: [
        '%{reference} goes back to an account that a later statement does not name: take it back, compare both statements with the bank, and have the wrong one revoked.',
        '%{reference} được trả về tài khoản mà một sao kê sau đó không nêu: hãy thu hồi, đối chiếu cả hai sao kê với ngân hàng và đề nghị thu hồi sao kê sai.',
      ],
      requested: ['%{reference} is not approved yet.', '%{reference} chưa được duyệt.'],
      refused: ['%{reference} was refused meanwhile.', '%{reference} vừa bị từ chối.'],
      cancelled: ['%{reference} was cancelled by the member meanwhile.', 'Thành viên vừa hủy %{reference}.'],
      sent: ['%{reference} is sent already.', '%{reference} đã được gửi.'],
      paid: ['%{reference} is paid already.', '%{reference} đã được trả.'],
      returned: ['%{reference} was returned.', '%{reference} đã bị trả lại.'],
    },
    not_yours_why: {
      approved: ['you approved it', 'bạn đã duyệt'],
      brought_in: ['you brought in its money', 'bạn đã ghi nhận tiền vào'],
    },
    statuses: {
      to_send: ['To send', 'Chờ gửi'],
      created: ['Created', 'Đã tạo'],
      exported: ['Exported', 'Đã xuất'],
      sent: ['Sent', 'Đã gửi'],
      reconciled: ['Settled', 'Đã xong'],
      dropped: ['Deleted', 'Đã xóa'],
    },
    steps: ['Who did what', 'Ai đã làm gì'],
    created_at: ['Created', 'Tạo lúc'],
    format: ['Format', 'Định dạng'],
    execution_day: ['Execution date', 'Ngày thực hiện'],
    payments: ['Payments', 'Số khoản'],
    total: ['Total', 'Tổng'],
    exported_at: ['Exported', 'Xuất lúc'],
    sent_at: ['Sent', 'Gửi lúc'],
    closed_at: ['Settled', 'Xong lúc'],
    file_hash: ['SHA-256 of the file', 'SHA-256 của tệp'],
    create: ['Create payment file', 'Tạo tệp thanh toán'],
    create_why: [
      'Approved withdrawals and refunds that are not in a payment file yet. Each can be in only one file.',
      'Các yêu cầu rút tiền và hoàn trả đã duyệt chưa có trong tệp thanh toán nào. Mỗi khoản chỉ nằm trong một tệp.',
    ],
    nothing_ready: ['No approved payments to send.', 'Không có khoản đã duyệt nào cần gửi.'],
    chosen: ['Selected: %{count}, total %{total}', 'Đã chọn: %{count}, tổng %{total}'],
    created: [
      'Created. Export it, then upload it to the bank.',
      'Đã tạo. Hãy xuất tệp, rồi tải lên ngân hàng.',
    ],
    export: ['Export pain.001', 'Xuất pain.001'],
    export_again: ['Export again', 'Xuất lại'],
    export_why: [
      'The file is saved on your computer. Its payments cannot be added to another file. Exporting again gives exactly the same file.',
      'Tệp được lưu trên máy của bạn. Các khoản trong tệp không thể thêm vào tệp khác. Xuất lại cho đúng tệp đó.',
    ],
    exported: [
      'Exported. Upload it to the bank, then mark it as sent.',
      'Đã xuất. Hãy tải lên ngân hàng, rồi đánh dấu đã gửi.',
    ],
    send: ['Mark as sent', 'Đánh dấu đã gửi'],
    send_why: [
      'The file is at the bank. Its payments are posted to the ledger and each member is notified.',
      'Ngân hàng đã nhận tệp. Các khoản được ghi vào sổ cái và từng thành viên được thông báo.',
    ],
    sent: ['Marked as sent', 'Đã đánh dấu đã gửi'],
    drop: ['Delete', 'Xóa'],
    drop_why: [
      'No file was exported. Its payments can be added to another file.',
      'Chưa xuất tệp. Các khoản có thể thêm vào tệp khác.',
    ],
    dropped: ['Deleted', 'Đã xóa'],
    late_created: [
      'The execution date has passed. Delete this file and create a new one.',
      'Ngày thực hiện đã qua. Hãy xóa tệp này và tạo tệp mới.',
    ],
    late_exported: [
      'The execution date has passed and the file is not marked as sent. Do not upload it any more. Look at the bank: two operators say whether the bank has it.',
      'Ngày thực hiện đã qua mà tệp chưa được đánh dấu đã gửi. Đừng tải tệp lên nữa. Hãy kiểm tra tại ngân hàng: hai nhân viên xác nhận ngân hàng đã có tệp hay chưa.',
    ],
    late_proposed: [
      'Proposed. Another operator decides what became of this file.',
      'Đã đề xuất. Một nhân viên khác quyết định về tệp này.',
    ],
    late_sent: ['The bank has it', 'Ngân hàng đã có tệp'],
    late_sent_why: [
      'The bank shows this file, uploaded in time. Once another operator agrees, it is marked as sent.',
      'Ngân hàng hiển thị tệp này, đã tải lên đúng hạn. Khi một nhân viên khác đồng ý, tệp được đánh dấu đã gửi.',
    ],
    late_dropped: ['Nobody has uploaded it', 'Chưa ai tải tệp lên'],
    late_dropped_why: [
      'Possible once accepted statements cover three banking days after the execution date without any of its payments. Once another operator agrees, the file is deleted and its payments can be added to another one. Destroy the exported copy: a bank may still execute it.',
      'Có thể thực hiện khi sao kê đã chấp nhận bao gồm ba ngày ngân hàng sau ngày thực hiện mà không có khoản nào của tệp. Khi một nhân viên khác đồng ý, tệp bị xóa và các khoản có thể thêm vào tệp khác. Hãy hủy bản đã xuất: ngân hàng vẫn có thể thực hiện tệp đó.',
    ],
    late_not_executed: ['The bank has not executed it', 'Ngân hàng chưa thực hiện tệp'],
    late_not_executed_why: [
      'Possible once accepted statements cover three banking days after the execution date, and after the day it was marked as sent, without any of the payments that are still on their way. Once another operator agrees, these are returned to the members. Ask the bank first.',
      'Có thể thực hiện khi sao kê đã chấp nhận bao gồm ba ngày ngân hàng sau ngày thực hiện và sau ngày đánh dấu đã gửi mà không có khoản nào còn đang chuyển. Khi một nhân viên khác đồng ý, các khoản đó được trả lại cho thành viên. Hãy hỏi ngân hàng trước.',
    ],
    report: ['Import status report', 'Nhập báo cáo trạng thái'],
    report_why: [
      'pain.002. Another operator approves it. It announces: a rejected payment is returned when a statement returns it, or when statements of three banking days do not contain it; a settled one is paid when it is booked.',
      'pain.002. Một nhân viên khác phê duyệt. Báo cáo chỉ thông báo: khoản bị từ chối được trả lại khi sao kê ghi trả lại, hoặc khi sao kê của ba ngày ngân hàng không có khoản đó; khoản đã thanh toán được coi là đã trả khi được ghi sổ.',
    ],
    reported: [
      'Accepted: %{accepted}, settled: %{settled}, rejected: %{rejected}',
      'Chấp nhận: %{accepted}, đã thanh toán: %{settled}, từ chối: %{rejected}',
    ],
    reported_booked: [
      'Rejected, but booked by a statement, so nothing is done about them: %{booked}.',
      'Bị từ chối nhưng sao kê đã ghi sổ, nên không xử lý: %{booked}.',
    ],
    items: ['Payments in this file', 'Các khoản trong tệp'],
    paid_by: ['Sent back to the payer %{payer}', 'Hoàn trả cho người gửi %{payer}'],
    paid_by_other: ['Another name than the payer’s: %{payer}', 'Tên khác với người gửi: %{payer}'],
    item_no: ['No.', 'Số'],
    item: ['For', 'Mục'],
    bank_says: ['Bank status', 'Trạng thái tại ngân hàng'],
    bank_statuses: {
      accepted: ['accepted', 'chấp nhận'],
      settled: ['settled', 'đã thanh toán'],
      rejected: ['rejected', 'từ chối'],
    },
    refund: ['Refund', 'Hoàn trả'],
  },
} satisfies Texts
