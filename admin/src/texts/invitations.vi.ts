import type { invitationsEn } from './invitations.en.ts'
import type { Same } from './same-keys.ts'

export const invitationsVi: Same<typeof invitationsEn> = {
  invitations: {
    create: 'Tạo lời mời',
    create_why:
      'Người đăng ký bằng mã này không có người giới thiệu. Chọn số người được dùng và thời hạn; chỉ nhân viên đọc được ghi chú.',
    created: 'Đã tạo lời mời %{code}',
    search: 'Mã hoặc ghi chú',
    code: 'Mã',
    link: 'Liên kết mời',
    copy: 'Sao chép liên kết',
    copied: 'Đã sao chép liên kết',
    note: 'Ghi chú',
    note_help: 'Dành cho ai, ví dụ một sự kiện hoặc đối tác',
    state: 'Trạng thái',
    states: { open: 'Đang mở', used_up: 'Đã dùng hết', expired: 'Hết hạn', ended: 'Đã kết thúc' },
    uses: 'Đã dùng',
    uses_of: '%{uses}/%{max}',
    max_uses: 'Số người được dùng',
    expires_at: 'Có hiệu lực đến',
    created_at: 'Ngày tạo',
    created_by: 'Người tạo',
    command: 'dòng lệnh',
    ended_at: 'Kết thúc',
    ended_by: '%{when}, bởi %{who}',
    end: 'Kết thúc lời mời',
    end_why: 'Không ai đăng ký được bằng mã này nữa. Người đã đăng ký vẫn là thành viên.',
    ended: 'Đã kết thúc lời mời',
    came: 'Đã đăng ký bằng mã này',
    nobody: 'Chưa có ai đăng ký bằng mã này.',
    name: 'Tên',
    joined: 'Tham gia',
    by_code: 'Lời mời',
  },
}
