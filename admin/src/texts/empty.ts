// Empty states of lists, by the value of the only filter set; `all` without filters.
import type { Texts } from './language.ts'

export const empty = {
  empty: {
    campaigns: {
      all: [
        'No campaigns yet. They appear here once members place and pay them.',
        'Chưa có chiến dịch nào. Chiến dịch hiện ở đây khi thành viên đặt và thanh toán.',
      ],
      review: ['No campaign is waiting for review.', 'Không có chiến dịch nào chờ duyệt.'],
    },
    orders: { all: ['No order is waiting for review.', 'Không có đơn nào chờ xem xét.'] },
    objections: {
      all: [
        'No objections yet. Members can object to visits that were refused in review.',
        'Chưa có khiếu nại nào. Thành viên có thể khiếu nại các lượt truy cập bị từ chối khi xem xét.',
      ],
      open: ['No objection is waiting for a decision.', 'Không có khiếu nại nào chờ quyết định.'],
    },
    reports: {
      all: [
        'No reports yet. Visitors can report a link on its page.',
        'Chưa có báo cáo nào. Khách truy cập có thể báo cáo liên kết ngay trên trang của liên kết.',
      ],
      open: ['No report is open.', 'Không có báo cáo nào đang mở.'],
    },
    conversations: {
      waiting: ['Nobody is waiting for an answer.', 'Không ai đang chờ trả lời.'],
      open: ['No conversation needs an answer.', 'Không có cuộc trao đổi nào cần trả lời.'],
      answered: [
        'No answered conversation waits for its member.',
        'Không có cuộc trao đổi đã trả lời nào đang chờ thành viên.',
      ],
      solved: ['No conversation was solved yet.', 'Chưa có cuộc trao đổi nào được giải quyết.'],
      closed: ['No conversation was closed yet.', 'Chưa có cuộc trao đổi nào được đóng.'],
    },
    approvals: {
      all: [
        'No proposals yet. Changes that need two people appear here.',
        'Chưa có đề xuất nào. Các thay đổi cần hai người phê duyệt hiện ở đây.',
      ],
      open: ['Nothing is waiting for approval.', 'Không có gì chờ phê duyệt.'],
    },
    deposits: {
      all: [
        'No deposits yet. They appear here once members request them.',
        'Chưa có khoản nạp nào. Khoản nạp hiện ở đây khi thành viên yêu cầu.',
      ],
      awaiting: ['No deposit is awaited.', 'Không có khoản nạp nào đang chờ tiền về.'],
    },
    'bank-lines': {
      all: [
        'No bank lines yet. Import a statement of the receiving account.',
        'Chưa có dòng sao kê nào. Hãy nhập sao kê của tài khoản nhận tiền nạp.',
      ],
      to_review: ['No bank line waits for review.', 'Không có dòng sao kê nào chờ xử lý.'],
      unmatched: ['No bank line is unmatched.', 'Không có dòng nào chưa đối chiếu.'],
      unconfirmed: ['No bank line is waiting for a second person.', 'Không có dòng nào chờ người thứ hai.'],
    },
    'bank-statements': {
      all: [
        'No statements yet. Import the file that the bank exports for the receiving account.',
        'Chưa có sao kê nào. Hãy nhập tệp ngân hàng xuất cho tài khoản nhận tiền nạp.',
      ],
      true: ['No such statement.', 'Không có sao kê nào như vậy.'],
      unconfirmed: ['No statement is waiting to be confirmed.', 'Không có sao kê nào chờ xác nhận.'],
    },
    'bank-mappings': {
      all: [
        'No mappings yet. You need one only if the bank exports CSV instead of camt.053.',
        'Chưa có cách ghép cột nào. Chỉ cần khi ngân hàng xuất CSV thay vì camt.053.',
      ],
    },
    withdrawals: {
      all: [
        'No withdrawals yet. They appear here once members request them.',
        'Chưa có yêu cầu rút tiền nào. Yêu cầu rút tiền hiện ở đây khi thành viên yêu cầu.',
      ],
      requested: ['No withdrawal is waiting for approval.', 'Không có yêu cầu rút tiền nào chờ duyệt.'],
      approved: [
        'No approved withdrawal is waiting for a payment file.',
        'Không có yêu cầu rút tiền đã duyệt nào chờ tạo tệp thanh toán.',
      ],
    },
    'payout-batches': {
      all: [
        'No payment files yet. Create one once withdrawals are approved.',
        'Chưa có tệp thanh toán nào. Hãy tạo khi có yêu cầu rút tiền đã duyệt.',
      ],
    },
    refunds: {
      all: [
        'No refunds yet. A payment that belongs to nobody here is returned from its bank line.',
        'Chưa có khoản hoàn trả nào. Tiền không xác định được là của ai sẽ được hoàn trả từ dòng sao kê.',
      ],
    },
    'card-events': {
      all: [
        'No card events yet. The card processor sends them when members pay by card.',
        'Chưa có sự kiện thẻ nào. Đơn vị xử lý thẻ gửi đến khi thành viên trả bằng thẻ.',
      ],
      needs_review: ['No card event needs review.', 'Không có sự kiện thẻ nào cần xem xét.'],
    },
    invoices: {
      all: [
        'No invoices yet. Each payment of a campaign or level gets one.',
        'Chưa có hóa đơn nào. Mỗi lần trả tiền cho chiến dịch hoặc hạng đều có một hóa đơn.',
      ],
    },
    members: {
      all: [
        'No members yet. Create an invitation for the first ones under Invitations.',
        'Chưa có thành viên nào. Hãy tạo lời mời cho những người đầu tiên ở mục Lời mời.',
      ],
    },
    invitations: {
      all: [
        'No invitations yet. Create one, and send its link to those who are to register.',
        'Chưa có lời mời nào. Hãy tạo lời mời và gửi liên kết cho người sẽ đăng ký.',
      ],
      open: ['No invitation is open.', 'Không có lời mời nào đang mở.'],
    },
    broadcasts: {
      all: [
        'No broadcasts yet. A broadcast is a notification to many members at once.',
        'Chưa có thông báo nào. Đây là thông báo gửi cho nhiều thành viên cùng lúc.',
      ],
    },
    entries: {
      all: [
        'No entries yet. The first deposit creates the first one.',
        'Chưa có bút toán nào. Khoản nạp đầu tiên tạo bút toán đầu tiên.',
      ],
    },
    checks: {
      all: [
        'No checks yet. One runs every hour; you can also run one now.',
        'Chưa có lần kiểm tra nào. Hệ thống kiểm tra mỗi giờ; bạn cũng có thể kiểm tra ngay.',
      ],
    },
    freezes: {
      all: ['Nothing was ever frozen.', 'Chưa từng có gì bị tạm dừng.'],
      true: ['Nothing is frozen.', 'Không có gì đang bị tạm dừng.'],
      false: ['Nothing was released.', 'Chưa có gì được gỡ tạm dừng.'],
    },
    proofs: {
      all: [
        'No proofs yet. One is created every day; you can also create one now.',
        'Chưa có bằng chứng nào. Mỗi ngày lập một bằng chứng; bạn cũng có thể lập ngay.',
      ],
    },
  },
} satisfies Texts
