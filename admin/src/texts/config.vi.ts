// Cài đặt, cấp và lịch sử của chúng, bằng tiếng Việt.
import type { configEn } from './config.en.ts'
import type { Same } from './same.ts'

export const configVi: Same<typeof configEn> = {
  versions: {
    title: 'Lịch sử',
    none: 'Chưa ai thay đổi mục này.',
    number: 'Phiên bản %{number}',
    holds: 'Đang áp dụng',
    nobody: 'như trước lần thay đổi đầu tiên',
    approved_by: '%{who} đã duyệt',
    restored_from: 'khôi phục phiên bản %{number}',
    restore: 'Khôi phục phiên bản %{number}',
    restore_this: 'Khôi phục',
    restore_why: 'Việc này tạo phiên bản mới; không có gì bị xóa. Áp dụng cùng quy tắc như mọi thay đổi.',
    no_difference: 'Nội dung hiển thị không khác gì.',
    nothing: 'không có',
  },
}
