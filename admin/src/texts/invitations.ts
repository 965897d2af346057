import type { Texts } from './language.ts'

export const invitations = {
  invitations: {
    create: ['New invitation', 'Tạo lời mời'],
    create_why: [
      'People who register with this code have no inviter. Choose how many people can use it and until when. Only staff can see the note.',
      'Người đăng ký bằng mã này không có người giới thiệu. Chọn số người được dùng và thời hạn; chỉ nhân viên đọc được ghi chú.',
    ],
    created: ['Invitation %{code} created', 'Đã tạo lời mời %{code}'],
    search: ['Code or note', 'Mã hoặc ghi chú'],
    code: ['Code', 'Mã'],
    link: ['Invitation link', 'Liên kết mời'],
    copy: ['Copy link', 'Sao chép liên kết'],
    copied: ['Link copied', 'Đã sao chép liên kết'],
    note: ['Note', 'Ghi chú'],
    note_help: [
      'Who it is for, for example an event or a partner',
      'Dành cho ai, ví dụ một sự kiện hoặc đối tác',
    ],
    state: ['State', 'Trạng thái'],
    states: {
      open: ['Open', 'Đang mở'],
      used_up: ['Used up', 'Đã dùng hết'],
      expired: ['Expired', 'Hết hạn'],
      ended: ['Ended', 'Đã kết thúc'],
    },
    uses: ['Used', 'Đã dùng'],
    uses_of: ['%{uses} of %{max}', '%{uses}/%{max}'],
    max_uses: ['Maximum uses', 'Số người được dùng'],
    expires_at: ['Valid until', 'Có hiệu lực đến'],
    created_at: ['Created', 'Ngày tạo'],
    created_by: ['Created by', 'Người tạo'],
    command: ['the command line', 'dòng lệnh'],
    ended_at: ['Ended', 'Kết thúc'],
    ended_by: ['%{when} by %{who}', '%{when}, bởi %{who}'],
    end: ['End invitation', 'Kết thúc lời mời'],
    end_why: [
      'Nobody else can register with this code. Members who already joined with it stay members.',
      'Không ai đăng ký được bằng mã này nữa. Người đã đăng ký vẫn là thành viên.',
    ],
    ended: ['Invitation ended', 'Đã kết thúc lời mời'],
    came: ['Registered with this code', 'Đã đăng ký bằng mã này'],
    nobody: ['Nobody has registered with this code yet.', 'Chưa có ai đăng ký bằng mã này.'],
    name: ['Name', 'Tên'],
    joined: ['Joined', 'Tham gia'],
    by_code: ['Invitation', 'Lời mời'],
  },
} satisfies Texts
