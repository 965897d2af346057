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
