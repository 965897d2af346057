import type { Texts } from './language.ts'

export const transparency = {
  proofs: {
    what: [
      'A proof is created every day in the first hour. It publishes the total liabilities, and each member can check that their balance is included. It cannot be changed afterwards.',
      'Mỗi ngày lập một bằng chứng trong giờ đầu tiên. Bằng chứng công bố tổng khoản đang nợ, và mỗi thành viên có thể kiểm tra rằng số dư của mình nằm trong đó. Sau khi lập không thể thay đổi.',
    ],
    public_page: ['Public page', 'Trang công khai'],
    description: ['Verification format', 'Định dạng kiểm tra'],
    program: ['Verification program', 'Chương trình kiểm tra'],
    number: ['No.', 'Số'],
    taken_at: ['Taken', 'Thời điểm'],
    made_by: ['Requested by', 'Yêu cầu bởi'],
    daily: ['every day', 'hằng ngày'],
    on_demand: ['an operator', 'nhân viên'],
    leaves: ['Leaves', 'Số lá'],
    total: ['Total liabilities', 'Tổng khoản đang nợ'],
    recomputed: ['Recomputed', 'Tính lại ngay'],
    chained: ['chained', 'nối chuỗi'],
    not_chained: ['NOT CHAINED', 'KHÔNG NỐI CHUỖI'],
    signed: ['signed', 'đã ký'],
    not_signed: ['NOT SIGNED', 'CHỮ KÝ SAI'],
    key: ['Key no.', 'Khóa số'],
    statement: ['Statement', 'Bản công bố'],
    download: ['Download', 'Tải về'],
    download_number: [
      'Download statement of proof no. %{number}',
      'Tải về bản công bố của bằng chứng số %{number}',
    ],
    closed: ['Members’ leaves are no longer kept', 'Không còn lưu lá của thành viên'],
    make: ['Create proof now', 'Lập bằng chứng ngay'],
    make_why: [
      'It is signed and published immediately and cannot be withdrawn. It is refused if liabilities do not match the ledger. With many members this takes a while: if there is no response, check the list before you try again.',
      'Bằng chứng được ký và công khai ngay, không thể rút lại. Bị từ chối nếu khoản đang nợ không khớp với sổ cái. Khi có nhiều thành viên sẽ mất một lúc: nếu không có phản hồi, hãy xem danh sách trước khi thử lại.',
    ],
    made: ['Proof no. %{number} is signed.', 'Bằng chứng số %{number} đã được ký.'],
    replace_key: ['Replace the key', 'Thay khóa'],
    replace_key_why: [
      'A new key signs from then on. The previous key signs the new one, so members’ devices accept it automatically.',
      'Từ đó khóa mới sẽ ký. Khóa trước ký khóa mới, nên thiết bị của thành viên tự chấp nhận.',
    ],
    key_replaced: ['Key no. %{number} signs from now on.', 'Từ giờ khóa số %{number} sẽ ký.'],
  },
} satisfies Texts
