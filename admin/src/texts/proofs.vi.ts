import type { proofsEn } from './proofs.en.ts'
import type { Same } from './same-keys.ts'

export const proofsVi: Same<typeof proofsEn> = {
  proofs: {
    what: 'Mỗi ngày lập một bằng chứng trong giờ đầu tiên. Bằng chứng công bố tổng khoản đang nợ, và mỗi thành viên có thể kiểm tra rằng số dư của mình nằm trong đó. Sau khi lập không thể thay đổi.',
    public_page: 'Trang công khai',
    description: 'Định dạng kiểm tra',
    program: 'Chương trình kiểm tra',
    number: 'Số',
    taken_at: 'Thời điểm',
    made_by: 'Yêu cầu bởi',
    daily: 'hằng ngày',
    on_demand: 'nhân viên',
    leaves: 'Số lá',
    total: 'Tổng khoản đang nợ',
    recomputed: 'Tính lại ngay',
    chained: 'nối chuỗi',
    not_chained: 'KHÔNG NỐI CHUỖI',
    signed: 'đã ký',
    not_signed: 'CHỮ KÝ SAI',
    key: 'Khóa số',
    statement: 'Bản công bố',
    download: 'Tải về',
    download_number: 'Tải bản công bố của bằng chứng số %{number}',
    closed: 'Không còn lưu lá của thành viên',
    make: 'Lập bằng chứng ngay',
    make_why:
      'Bằng chứng được ký và công khai ngay, không thể rút lại. Bị từ chối nếu khoản đang nợ không khớp với sổ cái. Khi có nhiều thành viên sẽ mất một lúc: nếu không có phản hồi, hãy xem danh sách trước khi thử lại.',
    made: 'Bằng chứng số %{number} đã được ký.',
    replace_key: 'Thay khóa',
    replace_key_why:
      'Từ đó khóa mới sẽ ký. Khóa trước ký khóa mới, nên thiết bị của thành viên tự chấp nhận.',
    key_replaced: 'Từ giờ khóa số %{number} sẽ ký.',
  },
}
