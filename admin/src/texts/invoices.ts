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
} satisfies Texts
