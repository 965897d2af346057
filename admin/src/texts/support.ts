// Conversations: what they are about, answers, complaints and their decisions.
import type {
  ComplaintStatus,
  ConversationStatus,
  Decision,
  MachinePart,
  Remedy,
  SubjectKind,
} from '@fairturn/contract/support'
import type { Text, Texts } from './language.ts'

const kinds: Record<SubjectKind, Text> = {
  order: ['Order', 'Đơn'],
  visits: ['Visits of an order', 'Lượt truy cập của đơn'],
  link: ['Link', 'Liên kết'],
  withdrawal: ['Withdrawal', 'Yêu cầu rút tiền'],
  deposit: ['Deposit', 'Khoản nạp'],
  campaign: ['Campaign', 'Chiến dịch'],
  invoice: ['Invoice', 'Hóa đơn'],
  lock: ['Lock of the account', 'Khóa tài khoản'],
  staff_action: ['Staff action', 'Thao tác của nhân viên'],
}

const statuses: Record<ConversationStatus | 'waiting' | 'all', Text> = {
  waiting: ['Waiting', 'Đang chờ'],
  all: ['All', 'Tất cả'],
  open: ['To answer', 'Cần trả lời'],
  answered: ['Answered', 'Đã trả lời'],
  solved: ['Solved', 'Đã giải quyết'],
  closed: ['Closed', 'Đã đóng'],
}

/** What a complaint is about. */
const against: Record<Decision, Text> = {
  withdrawal_refused: ['Withdrawal refused', 'Yêu cầu rút tiền bị từ chối'],
  visits_refused: ['Visits refused', 'Lượt truy cập bị từ chối'],
  order_in_review: ['Order put under review', 'Đơn bị đưa vào xem xét'],
  campaign_rejected: ['Campaign rejected', 'Chiến dịch bị từ chối'],
  conduct_lock: ['Account locked for conduct', 'Tài khoản bị khóa do vi phạm'],
  staff_action: ['Staff action', 'Thao tác của nhân viên'],
}

const complaints: Record<ComplaintStatus, Text> = {
  open: ['Complaint to decide', 'Khiếu nại cần quyết định'],
  upheld: ['Complaint upheld', 'Khiếu nại được chấp nhận'],
  not_upheld: ['Complaint not upheld', 'Khiếu nại không được chấp nhận'],
  ended_by_time: ['Upheld: not decided in time', 'Được chấp nhận do quá hạn'],
}

/** What upholding a complaint will do. */
const undoes: Record<Decision, Text> = {
  withdrawal_refused: [
    'Upheld: the refusal is lifted. The member can request this withdrawal again with one tap, and the same fact cannot refuse it. The money has been back in their balance since the refusal.',
    'Chấp nhận: việc từ chối được hủy. Thành viên có thể yêu cầu rút lại bằng một lần chạm, và lý do cũ không thể dùng để từ chối nữa. Tiền đã trở lại số dư từ khi bị từ chối.',
  ],
  visits_refused: [
    'Upheld: all refused visits count, and the award grows by them, up to the order’s target.',
    'Chấp nhận: mọi lượt truy cập bị từ chối được tính, tiền thưởng tăng tương ứng, không vượt mục tiêu của đơn.',
  ],
  order_in_review: [
    'Upheld: the review ends and the order is paid in full.',
    'Chấp nhận: việc xem xét kết thúc và đơn được trả đủ tiền thưởng.',
  ],
  campaign_rejected: [
    'Upheld: the rejection is lifted. The member can place the same campaign again.',
    'Chấp nhận: việc từ chối được hủy. Thành viên có thể đặt lại chính chiến dịch đó.',
  ],
  conduct_lock: [
    'Upheld: the lock ends at once. Where money waits behind it, ending it takes a second person.',
    'Chấp nhận: khóa kết thúc ngay. Nếu có tiền đang chờ, cần thêm người thứ hai đồng ý.',
  ],
  staff_action: [
    'Upheld: nothing is undone automatically. First do what is needed, then say in the statement of reasons what you did.',
    'Chấp nhận: không có gì tự động được hoàn tác. Hãy làm việc cần làm trước rồi nêu rõ trong bản nêu lý do.',
  ],
}

const remedies: Record<Remedy, Text> = {
  lock_ended: ['The lock has ended.', 'Khóa đã kết thúc.'],
  visits_accepted: ['The refused visits count.', 'Các lượt truy cập bị từ chối được tính.'],
  order_paid: ['The order is paid.', 'Đơn đã được trả thưởng.'],
  withdraw_again: [
    'The member can request the withdrawal again; the same fact cannot refuse it.',
    'Thành viên có thể yêu cầu rút lại; lý do cũ không thể dùng để từ chối nữa.',
  ],
  place_again: ['The member can place the campaign again.', 'Thành viên có thể đặt lại chiến dịch.'],
}

const machine: Record<MachinePart, Text> = {
  none: ['Nothing was automated', 'Không có xử lý tự động'],
  found: [
    'The facts were found automatically, a person decided',
    'Hệ thống tự động phát hiện, con người quyết định',
  ],
  decided: ['Decided automatically', 'Hệ thống tự động quyết định'],
}

export const support = {
  support: {
    kinds,
    statuses,
    against,
    complaints,
    undoes,
    remedies,
    machine,
    question: ['Question', 'Câu hỏi'],
    stranger: ['Not signed in', 'Chưa đăng nhập'],
    about: ['About', 'Về'],
    member: ['Member', 'Thành viên'],
    email: ['Confirmed email address', 'Địa chỉ email đã xác nhận'],
    language: ['Language', 'Ngôn ngữ'],
    complaint: ['Complaint', 'Khiếu nại'],
    complaint_filter: {
      any: ['Any complaint', 'Mọi khiếu nại'],
      none: ['No complaint', 'Không phải khiếu nại'],
      open: ['Complaint to decide', 'Khiếu nại cần quyết định'],
      upheld: ['Complaint upheld', 'Khiếu nại được chấp nhận'],
      not_upheld: ['Complaint not upheld', 'Khiếu nại không được chấp nhận'],
      ended_by_time: ['Upheld: not decided in time', 'Được chấp nhận do quá hạn'],
    },
    assigned_to: ['Assigned to', 'Người phụ trách'],
    you: ['you', 'bạn'],
    nobody: ['Nobody', 'Chưa có ai'],
    assign_to_me: ['assigns it to you', 'nhận phụ trách'],
    assigned: ['Assigned to %{who}', 'Đã giao cho %{who}'],
    assigned_to_nobody: ['Assigned to nobody', 'Đã bỏ người phụ trách'],
    raised_to: ['Raised to: %{role}', 'Đã chuyển lên: %{role}'],
    last_message: ['Last message', 'Tin nhắn cuối'],
    last_by: { member: ['member', 'thành viên'], staff: ['us', 'chúng ta'] },
    last_by_at: ['%{when}, %{who}', '%{when}, %{who}'],
    messages: ['Messages', 'Số tin nhắn'],
    created_at: ['Opened', 'Mở lúc'],
    due_by: ['Due by', 'Hạn'],
    moved: [
      'The due time was moved from %{from}. The member reads why: %{reason}',
      'Hạn đã được dời từ %{from}. Thành viên đọc được lý do: %{reason}',
    ],
    payments: ['Payments proposed', 'Khoản chi đã đề xuất'],
    propose_payment: ['Propose a payment', 'Đề xuất chi tiền'],
    others: ['Other conversations', 'Các cuộc trao đổi khác'],
    other: ['%{when} · %{status}', '%{when} · %{status}'],
    thread: ['Messages', 'Tin nhắn'],
    beside: ['opens it beside', 'mở bên cạnh'],
    by_member: ['Member', 'Thành viên'],
    by_stranger: ['Writer', 'Người viết'],
    by_staff: ['Support', 'Hỗ trợ'],
    by_at: ['%{who}, %{when}', '%{who}, %{when}'],
    answer: ['Answer', 'Trả lời'],
    answer_help: [
      'The member reads this as it is written. With an account number, a phone number, an email address or a link to another site it waits for a second person. Promise no money: propose the payment instead.',
      'Thành viên đọc đúng như đã viết. Nếu có số tài khoản, số điện thoại, email hoặc liên kết ngoài thì phải chờ người thứ hai. Đừng hứa trả tiền: hãy lập đề xuất chi.',
    ],
    send: ['Send answer', 'Gửi trả lời'],
    sent: ['Answered; the member is notified', 'Đã trả lời; thành viên được thông báo'],
    sent_to_stranger: ['Answered by mail', 'Đã trả lời qua email'],
    newer: {
      anybody: [
        'Not sent: something newer has been written here. Read it above, then send again. What you typed is kept.',
        'Chưa gửi: ở đây vừa có tin mới hơn. Hãy đọc ở trên rồi gửi lại. Nội dung bạn nhập vẫn được giữ.',
      ],
      member: [
        'Not sent: the member has written again on %{when}. Read it above, then send. What you typed is kept.',
        'Chưa gửi: thành viên vừa viết thêm lúc %{when}. Hãy đọc ở trên rồi gửi. Nội dung bạn nhập vẫn được giữ.',
      ],
      staff: [
        'Not sent: %{who} was faster and answered on %{when}. Read it above, then send only what is still needed. What you typed is kept.',
        'Chưa gửi: %{who} đã trả lời trước bạn lúc %{when}. Hãy đọc ở trên rồi chỉ gửi phần còn cần. Nội dung bạn nhập vẫn được giữ.',
      ],
    },
    came_in: ['A new message has come in.', 'Vừa có tin nhắn mới.'],
    waits: [
      'Not sent yet: %{who} proposed this on %{when}, because it names an account, a phone number, an email address or a link to another site. It waits for: %{waits_for}.',
      'Chưa gửi: %{who} đã đề xuất lúc %{when}, vì có số tài khoản, số điện thoại, email hoặc liên kết ngoài. Đang chờ: %{waits_for}.',
    ],
    proposed: [
      'It waits for a second person, because it names an account, a phone number, an email address or a link to another site, or promises money.',
      'Đang chờ người thứ hai, vì có số tài khoản, số điện thoại, email, liên kết ngoài hoặc lời hứa trả tiền.',
    ],
    ended: [
      'This conversation has ended. The member can open it again until %{when}.',
      'Cuộc trao đổi đã kết thúc. Thành viên có thể mở lại đến %{when}.',
    ],
    ended_for_good: ['This conversation has ended.', 'Cuộc trao đổi đã kết thúc.'],
    only_read: [
      'Your role reads conversations and does not answer.',
      'Vai trò của bạn chỉ xem, không trả lời.',
    ],
    template: ['Template', 'Mẫu có sẵn'],
    template_help: ['In the writer’s language: %{language}.', 'Bằng ngôn ngữ của người viết: %{language}.'],
    no_templates: ['No template in %{language} yet.', 'Chưa có mẫu bằng %{language}.'],
    templates: {
      title: ['Answer templates', 'Mẫu trả lời'],
      all: ['All templates', 'Tất cả mẫu'],
      none: [
        'No templates yet. A template is a text to begin an answer with, in one language.',
        'Chưa có mẫu nào. Mẫu là văn bản để bắt đầu một câu trả lời, bằng một ngôn ngữ.',
      ],
      back: ['Support', 'Hỗ trợ'],
      create: ['New answer template', 'Mẫu trả lời mới'],
      change: ['Change template', 'Sửa mẫu'],
      delete: ['Delete template', 'Xóa mẫu'],
      delete_sure: ['Answers already sent stay as they are.', 'Các câu trả lời đã gửi vẫn giữ nguyên.'],
      name: ['Name', 'Tên'],
      name_help: [
        'Give a template the same name in every language. Saving replaces the text with this name and language.',
        'Đặt cùng một tên cho mẫu ở mọi ngôn ngữ. Khi lưu, văn bản cùng tên và ngôn ngữ sẽ được thay.',
      ],
      text: ['Text', 'Văn bản'],
      change_one: ['Change', 'Sửa'],
      delete_one: ['Delete', 'Xóa'],
      changed_by: ['Last changed by', 'Người sửa cuối'],
      changed_at: ['Last changed', 'Sửa lần cuối'],
      saved: ['Template saved', 'Đã lưu mẫu'],
      deleted: ['Template deleted', 'Đã xóa mẫu'],
    },
    notes: ['Internal notes', 'Ghi chú nội bộ'],
    notes_none: ['No notes yet.', 'Chưa có ghi chú.'],
    note: ['Internal note', 'Ghi chú nội bộ'],
    note_help: [
      'Not shown to the member in the app, but part of the export of their data.',
      'Không hiện cho thành viên trong ứng dụng, nhưng có trong bản xuất dữ liệu của họ.',
    ],
    note_save: ['Save note', 'Lưu ghi chú'],
    note_saved: ['Note saved', 'Đã lưu ghi chú'],
    extend: ['Extend the due time', 'Dời hạn'],
    extend_why: [
      'Once only. The member reads the new time and your reason.',
      'Chỉ một lần. Thành viên đọc được hạn mới và lý do của bạn.',
    ],
    extend_lock: [
      'The lock still ends by itself on %{when} if nobody decides.',
      'Khóa vẫn tự kết thúc lúc %{when} nếu không ai quyết định.',
    ],
    extend_until: ['New due time', 'Hạn mới'],
    extend_by: ['%{hours} hours later: %{when}', 'Thêm %{hours} giờ: %{when}'],
    extended: ['The due time is extended; the member is notified', 'Đã dời hạn; thành viên được thông báo'],
    close: ['Close conversation', 'Đóng cuộc trao đổi'],
    close_sure: [
      'Nothing is sent. The member can open it again for 30 days.',
      'Không gửi gì. Thành viên có thể mở lại trong 30 ngày.',
    ],
    closed: ['Closed', 'Đã đóng'],
    against_label: ['Complaint about', 'Khiếu nại về'],
    decided_before: ['Original decision by', 'Người quyết định ban đầu'],
    decided_by_machine: ['nobody: it was decided automatically', 'không ai: được quyết định tự động'],
    lock_ends: [
      'If nobody decides, the lock ends by itself on %{when}, even if the due time is extended.',
      'Nếu không ai quyết định, khóa tự kết thúc lúc %{when}; dời hạn không thay đổi thời điểm này.',
    ],
    another: [
      'You made the decision that this complaint is about, so you do not decide it. These may: %{who}.',
      'Bạn đã đưa ra quyết định bị khiếu nại nên không quyết định khiếu nại này. Những người có thể: %{who}.',
    ],
    another_nobody: [
      'You made the decision that this complaint is about, so you do not decide it. Nobody else can answer conversations at the moment: tell an owner.',
      'Bạn đã đưa ra quyết định bị khiếu nại nên không quyết định khiếu nại này. Hiện không ai khác trả lời được: hãy báo chủ sở hữu.',
    ],
    decide: ['Decide the complaint', 'Quyết định khiếu nại'],
    decide_why: [
      'The member reads all four parts as the statement of reasons. Write in: %{language}.',
      'Thành viên đọc cả bốn phần trong bản nêu lý do. Hãy viết bằng: %{language}.',
    ],
    together: [
      'Decided together, because these members are linked and complain about locks too. All of them read the same statement: name nobody in it.',
      'Được quyết định cùng lúc, vì các thành viên này có liên kết và cũng khiếu nại về khóa. Tất cả đều đọc cùng một văn bản: không nêu tên ai.',
    ],
    verdict: ['Decision', 'Quyết định'],
    verdicts: { upheld: ['Uphold', 'Chấp nhận'], not_upheld: ['Do not uphold', 'Không chấp nhận'] },
    not_upheld_does: [
      'Not upheld: the decision stands. The member reads why, and what they can still do.',
      'Không chấp nhận: quyết định cũ giữ nguyên. Thành viên đọc lý do và những gì còn có thể làm.',
    ],
    facts: ['Facts', 'Sự việc'],
    facts_help: ['What happened, and what you looked at.', 'Điều gì đã xảy ra, và bạn đã xem những gì.'],
    rule: ['Rule', 'Quy tắc'],
    rule_help: [
      'Which of our rules or terms the decision rests on.',
      'Quyết định dựa trên quy tắc hoặc điều khoản nào của chúng ta.',
    ],
    machine_label: ['Automation', 'Xử lý tự động'],
    can_be_done: ['What can be done', 'Có thể làm gì'],
    can_be_done_help: [
      'What the member can do now: try again, go to a mediator or a court.',
      'Thành viên có thể làm gì tiếp: thử lại, nhờ hòa giải hoặc ra tòa.',
    ],
    decided: ['Decided; the member is notified.', 'Đã quyết định; thành viên được thông báo.'],
    decided_several: [
      'Decided for %{count} members; they are notified.',
      'Đã quyết định cho %{count} thành viên; họ được thông báo.',
    ],
    statement: ['Statement of reasons', 'Bản nêu lý do'],
    decided_at: ['Decided', 'Người và lúc quyết định'],
    by_time: ['by itself, because nobody decided', 'tự động, vì không ai quyết định'],
    remedy: ['What upholding it did', 'Kết quả khi chấp nhận'],
    texts: {
      message: ['Answer', 'Trả lời'],
      reason: ['Reason', 'Lý do'],
      facts: ['Facts', 'Sự việc'],
      rule: ['Rule', 'Quy tắc'],
      can_be_done: ['What can be done', 'Có thể làm gì'],
    },
    acts: {
      answer: ['Answer in a conversation', 'Trả lời trong cuộc trao đổi'],
      extend: ['Extension of a due time', 'Dời hạn'],
      decide: ['Decision on a complaint', 'Quyết định khiếu nại'],
    },
  },
} satisfies Texts
