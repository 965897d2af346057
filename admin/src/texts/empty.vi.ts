// What a list says that has no rows, in Vietnamese: by the value of its one filter, `all` without any.
import type { emptyEn } from './empty.en.ts'
import type { Same } from './same-keys.ts'

export const emptyVi: Same<typeof emptyEn> = {
  empty: {
    campaigns: {
      all: 'Chưa có chiến dịch nào. Chiến dịch hiện ở đây khi thành viên đặt và thanh toán.',
      review: 'Không có chiến dịch nào chờ duyệt.',
    },
    orders: { all: 'Không có đơn nào chờ xem xét.' },
    objections: {
      all: 'Chưa có khiếu nại nào. Thành viên có thể khiếu nại các lượt bị từ chối khi xem xét.',
      open: 'Không có khiếu nại nào chờ quyết định.',
    },
    approvals: {
      all: 'Chưa có đề xuất nào. Các thay đổi cần hai người phê duyệt hiện ở đây.',
      open: 'Không có gì chờ phê duyệt.',
    },
    deposits: {
      all: 'Chưa có khoản nạp nào. Khoản nạp hiện ở đây khi thành viên yêu cầu.',
      awaiting: 'Không có khoản nạp nào đang chờ tiền về.',
    },
    'bank-lines': {
      all: 'Chưa có dòng sao kê nào. Hãy nhập sao kê của tài khoản nhận tiền.',
      unmatched: 'Không có dòng nào chưa khớp.',
      held: 'Không có dòng nào chờ người thứ hai.',
    },
    'bank-statements': {
      all: 'Chưa có sao kê nào. Hãy nhập tệp ngân hàng xuất cho tài khoản nhận tiền.',
      true: 'Không có sao kê nào như vậy.',
    },
    'bank-mappings': {
      all: 'Chưa có cách ghép cột nào. Chỉ cần khi ngân hàng xuất CSV thay vì camt.053.',
    },
    withdrawals: {
      all: 'Chưa có khoản rút nào. Khoản rút hiện ở đây khi thành viên yêu cầu.',
      requested: 'Không có khoản rút nào chờ duyệt.',
      approved: 'Không có khoản rút đã duyệt nào chờ tạo tệp thanh toán.',
    },
    'payout-batches': { all: 'Chưa có tệp thanh toán nào. Hãy tạo khi có khoản rút đã duyệt.' },
    refunds: {
      all: 'Chưa có khoản hoàn trả nào. Tiền không tìm được người nhận được hoàn trả từ dòng sao kê.',
    },
    'card-events': {
      all: 'Chưa có sự kiện thẻ nào. Đơn vị xử lý thẻ gửi đến khi thành viên trả bằng thẻ.',
      needs_review: 'Không có sự kiện thẻ nào cần xem xét.',
    },
    members: { all: 'Chưa có thành viên nào. Hãy tạo lời mời cho những người đầu tiên ở mục Lời mời.' },
    invitations: {
      all: 'Chưa có lời mời nào. Hãy tạo lời mời và gửi liên kết cho người sẽ đăng ký.',
      open: 'Không có lời mời nào đang mở.',
    },
    broadcasts: { all: 'Chưa có thông báo nào. Đây là thông báo gửi cho nhiều thành viên cùng lúc.' },
    entries: { all: 'Chưa có bút toán nào. Khoản nạp đầu tiên tạo bút toán đầu tiên.' },
    checks: { all: 'Chưa có lần kiểm tra nào. Hệ thống kiểm tra mỗi giờ; bạn cũng có thể kiểm tra ngay.' },
    freezes: {
      all: 'Chưa từng có gì bị tạm dừng.',
      true: 'Không có gì đang bị tạm dừng.',
      false: 'Chưa có gì được gỡ tạm dừng.',
    },
    proofs: { all: 'Chưa có bằng chứng nào. Mỗi ngày lập một bằng chứng; bạn cũng có thể lập ngay.' },
  },
}
