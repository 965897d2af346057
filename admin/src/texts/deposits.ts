// Deposits and card events.
import type { Texts } from './language.ts'

export const deposits = {
  deposits: {
    statuses: {
      awaiting: ['Awaiting', 'Đang chờ'],
      credited: ['Credited', 'Đã ghi có'],
      expired: ['Expired', 'Hết hạn'],
      refused: ['Refused', 'Bị từ chối'],
    },
    methods: { bank_transfer: ['Bank transfer', 'Chuyển khoản'], card: ['Card', 'Thẻ'] },
    created_at: ['Created', 'Tạo lúc'],
    method: ['Method', 'Phương thức'],
    announced: ['Requested', 'Yêu cầu'],
    received: ['Received', 'Đã nhận'],
    more: ['more', 'thừa'],
    less: ['less', 'thiếu'],
    expires_at: ['Expires', 'Hết hạn lúc'],
    settled_at: ['Settled', 'Xong lúc'],
    campaign: ['Pays the campaign', 'Thanh toán chiến dịch'],
    campaign_outcome: ['What became of it', 'Kết quả'],
    campaign_outcomes: {
      paid: ['Paid', 'Đã thanh toán'],
      less_arrived: ['Not paid: less arrived than it costs', 'Chưa thanh toán: tiền đến ít hơn giá'],
      price_changed: ['Not paid: the price has changed', 'Chưa thanh toán: giá đã thay đổi'],
      not_payable: [
        'Not paid: the campaign was paid or cancelled, or is over',
        'Chưa thanh toán: chiến dịch đã thanh toán, đã hủy hoặc đã kết thúc',
      ],
      not_covered: ['Not paid: the balance could not be used', 'Chưa thanh toán: không thể dùng số dư'],
    },
    evidence: ['Evidence', 'Chứng từ'],
    open_line: ['Bank line', 'Dòng sao kê'],
    refuse: ['Refuse', 'Từ chối'],
    refuse_why: [
      'For deposits we do not accept. The member sees the reason.',
      'Dành cho tiền không được chấp nhận. Thành viên thấy lý do.',
    ],
    refused: ['Refused', 'Đã từ chối'],
  },
  card_events: {
    states: {
      applied: ['Applied', 'Đã áp dụng'],
      ignored: ['No action needed', 'Không cần xử lý'],
      needs_review: ['Needs review', 'Cần xem xét'],
      resolved: ['Resolved', 'Đã giải quyết'],
    },
    type: ['Event type', 'Loại sự kiện'],
    happened_at: ['Date', 'Xảy ra lúc'],
    payment_intent: ['Payment', 'Thanh toán'],
    deposit: ['Deposit', 'Khoản nạp'],
    note: ['Note', 'Ghi chú'],
    resolve: ['Resolve', 'Giải quyết'],
    resolve_why: [
      'No money is moved. Describe the resolution.',
      'Không có tiền nào di chuyển. Hãy ghi rõ kết quả.',
    ],
    resolved: ['Resolved', 'Đã giải quyết'],
  },
} satisfies Texts
