// Kinds of what has a name, and inputs that take what people write instead of ids.
import type { NamedKind, FormFieldKind } from '@fairturn/contract/backoffice/names'
import type { Text, Texts } from './language.ts'

const kinds: Record<NamedKind, Text> = {
  members: ['Member', 'Thành viên'],
  operators: ['Staff member', 'Nhân viên'],
  campaigns: ['Campaign', 'Chiến dịch'],
  orders: ['Order', 'Đơn'],
  objections: ['Objection', 'Khiếu nại'],
  deposits: ['Deposit', 'Khoản nạp'],
  withdrawals: ['Withdrawal', 'Yêu cầu rút tiền'],
  'payout-batches': ['Payment file', 'Tệp thanh toán'],
  refunds: ['Refund', 'Khoản hoàn trả'],
  'bank-lines': ['Bank line', 'Dòng sao kê'],
  'bank-statements': ['Bank statement', 'Sao kê'],
  accounts: ['Account', 'Tài khoản sổ cái'],
  entries: ['Entry', 'Bút toán'],
  checks: ['Check', 'Lần kiểm tra'],
  levels: ['Level', 'Hạng'],
  level_purchases: ['Purchase of a level', 'Lần mua hạng'],
  member_notes: ['Note on a member', 'Ghi chú về thành viên'],
  member_tags: ['Tag of a member', 'Nhãn của thành viên'],
  conversations: ['Conversation', 'Cuộc trao đổi'],
  invitations: ['Invitation', 'Lời mời'],
  broadcasts: ['Broadcast', 'Thông báo hàng loạt'],
  approvals: ['Proposal', 'Đề xuất'],
}
const wanted: Record<FormFieldKind, Text> = {
  member: [
    'Username, phone number, invite code, link of an order, reference or ID',
    'Tên, số điện thoại, mã giới thiệu, liên kết của đơn, mã tham chiếu hoặc ID',
  ],
  campaign: ['Brand, link of an order, or ID', 'Thương hiệu, liên kết của đơn hoặc ID'],
  order: ['Link of the order, or ID', 'Liên kết của đơn hoặc ID'],
  payment: ['Reference (FT-, FW-, FB-, FR-) or ID', 'Mã tham chiếu (FT-, FW-, FB-, FR-) hoặc ID'],
  entry: ['Number of the entry, or ID', 'Số bút toán hoặc ID'],
  subject: [
    'Reference, link of an order, brand, entry number or ID',
    'Mã tham chiếu, liên kết của đơn, thương hiệu, số bút toán hoặc ID',
  ],
  actor: ['Name of a staff member or member, or system', 'Tên nhân viên hoặc thành viên, hoặc system'],
  statement: ['Name of the file, or ID', 'Tên tệp hoặc ID'],
  holder: ['Username, phone number, brand or ID', 'Tên, số điện thoại, thương hiệu hoặc ID'],
}

export const names = {
  names: {
    kinds,
    wanted,
    not_shown: ['not shown to your role', 'không hiển thị cho vai trò của bạn'],
    closed: ['Closed member account', 'Tài khoản thành viên đã đóng'],
    meant: ['%{kind}: %{name}', '%{kind}: %{name}'],
    as_written: ['Is sent as it is written.', 'Sẽ được gửi đúng như đã viết.'],
    required: [
      'Enter what it is called, and wait until it is found.',
      'Hãy nhập tên và chờ đến khi tìm thấy.',
    ],
    conversation: ['Conversation with %{name}', 'Cuộc trao đổi với %{name}'],
    level_purchase: ['Level purchased: %{name}', 'Mua hạng: %{name}'],
    copy: ['Copy the ID of %{name}', 'Sao chép ID của %{name}'],
    copied: ['ID copied', 'Đã sao chép ID'],
  },
} satisfies Texts
