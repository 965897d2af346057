// Invoices and credit notes.
import type { Texts } from './language.ts'

export const invoices = {
  invoices: {
    number: ['Number', 'Số'],
    issued_at: ['Issued', 'Lập lúc'],
    kind: ['Kind', 'Loại'],
    member: ['Member', 'Thành viên'],
    subject: ['For', 'Cho'],
    vat_case: ['VAT case', 'Trường hợp VAT'],
    net: ['Net', 'Chưa gồm VAT'],
    vat: ['VAT', 'VAT'],
    total: ['Total', 'Tổng cộng'],
    from: ['From', 'Từ ngày'],
    to: ['To', 'Đến ngày'],
    of_member: ['Invoices', 'Hóa đơn'],
    vat_number: ['VAT number', 'Mã số VAT'],
    vat_number_help: [
      'As in the member’s billing profile.',
      'Đúng như trong hồ sơ xuất hóa đơn của thành viên.',
    ],
    confirm_number: ['Confirm number', 'Xác nhận mã số'],
    confirm_number_why: [
      'The reason is the evidence that the number is valid. The member reads it.',
      'Lý do là bằng chứng cho thấy mã số hợp lệ. Thành viên sẽ đọc được.',
    ],
    number_confirmed: ['The number is confirmed until %{until}.', 'Mã số được xác nhận đến %{until}.'],
    series: { FI: ['Invoice', 'Hóa đơn'], FC: ['Credit note', 'Hóa đơn điều chỉnh giảm'] },
    vat_cases: {
      domestic: ['Domestic', 'Trong nước'],
      reverse_charge: ['Reverse charge', 'Bên mua tự kê khai VAT'],
      outside: ['Outside the scope of VAT', 'Ngoài phạm vi VAT'],
      exempt: ['Exempt', 'Miễn thuế'],
      consumer: ['Consumer', 'Người tiêu dùng'],
      none: ['No seller', 'Không có bên bán'],
    },
  },
  journal: {
    periods: {
      this_month: ['This month', 'Tháng này'],
      last_month: ['Last month', 'Tháng trước'],
      this_year: ['This year', 'Năm nay'],
      last_year: ['Last year', 'Năm trước'],
    },
    by: {
      days: ['Journal by day (CSV)', 'Nhật ký theo ngày (CSV)'],
      entries: ['Journal by entry (CSV)', 'Nhật ký theo bút toán (CSV)'],
    },
    trial_balance: ['Trial balance', 'Bảng cân đối số phát sinh'],
    account: ['Account', 'Tài khoản'],
    name: ['Name', 'Tên'],
    opening: ['Opening', 'Đầu kỳ'],
    debit: ['Debit', 'Nợ'],
    credit: ['Credit', 'Có'],
    closing: ['Closing', 'Cuối kỳ'],
    revenue: ['Revenue by type', 'Doanh thu theo loại'],
    total: ['Total', 'Tổng cộng'],
  },
} satisfies Texts
