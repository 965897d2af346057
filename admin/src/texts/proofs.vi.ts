// Proofs of liabilities, in Vietnamese.
import type { proofsEn } from './proofs.en.ts'
import type { Same } from './same.ts'

export const proofsVi: Same<typeof proofsEn> = {
  proofs: {
    what: 'Mỗi ngày lập một bằng chứng, trong giờ đầu tiên. Nó cho mọi người biết tổng số tiền nợ tất cả; mỗi thành viên tự kiểm tra phần của mình có trong đó. Sau khi lập thì không sửa được gì.',
    public_page: 'Trang công khai',
    description: 'Cách kiểm tra, chính xác đến từng byte',
    program: 'Chương trình kiểm tra',
    number: 'Số',
    taken_at: 'Thời điểm',
    made_by: 'Yêu cầu bởi',
    daily: 'hằng ngày',
    on_demand: 'nhân viên',
    leaves: 'Số lá',
    total: 'Tổng số nợ',
    recomputed: 'Tính lại ngay',
    chained: 'nối chuỗi',
    not_chained: 'KHÔNG NỐI CHUỖI',
    signed: 'đã ký',
    not_signed: 'CHỮ KÝ SAI',
    key: 'Khóa số',
    statement: 'Bản công bố',
    download: 'Tải về',
    download_number: 'Tải bản công bố của bằng chứng số %{number}',
    closed: 'Không còn lưu phần của từng thành viên',
    make: 'Lập bằng chứng ngay',
    make_why:
      'Bằng chứng được ký và công khai ngay, và được giữ mãi. Bị từ chối nếu số tiền nợ không khớp với sổ cái. Khi có nhiều thành viên sẽ mất một lúc: nếu không thấy trả lời, hãy xem danh sách trước khi yêu cầu lại.',
    made: 'Bằng chứng số %{number} đã được ký.',
    replace_key: 'Thay khóa',
    replace_key_why:
      'Từ đó khóa mới sẽ ký. Khóa trước xác nhận cho khóa mới, nên thiết bị của thành viên tự chuyển theo.',
    key_replaced: 'Từ giờ khóa số %{number} sẽ ký.',
  },
}
