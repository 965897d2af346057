import type { Texts } from './language.ts'

export const reports = {
  reports: {
    heading: ['Reports of visitors', 'Báo cáo của khách truy cập'],
    reason: ['Reason', 'Lý do'],
    note: ['In their words', 'Nội dung'],
    carrier: ['shared by', 'người chia sẻ:'],
    carrier_column: ['Shared by', 'Người chia sẻ'],
    reference: ['Reference', 'Mã tham chiếu'],
    received_at: ['Received', 'Nhận lúc'],
    status: ['Outcome', 'Kết quả'],
    campaign_id: ['Campaign ID', 'ID chiến dịch'],
    states: { open: ['Open', 'Đang mở'], decided: ['Closed', 'Đã đóng'] },
    statuses: {
      received: ['Open', 'Đang mở'],
      acted_on: ['Acted on', 'Đã xử lý'],
      not_acted_on: ['Not acted on', 'Không xử lý'],
    },
    reasons: {
      spam: ['Spam', 'Tin rác'],
      misleading: ['Misleading', 'Gây hiểu lầm'],
      not_labelled: ['Not labelled as advertising', 'Không ghi rõ là quảng cáo'],
      illegal: ['Illegal', 'Trái pháp luật'],
      impersonates: ['Impersonation', 'Giả mạo'],
      personal_data: ['Personal data', 'Dữ liệu cá nhân'],
      other: ['Something else', 'Lý do khác'],
    },
    count: ['%{reason}: %{open} open, %{decided} closed', '%{reason}: %{open} đang mở, %{decided} đã đóng'],
    networks: [
      'Networks behind open reports of the last 24 hours: %{count}',
      'Số mạng của báo cáo đang mở trong 24 giờ qua: %{count}',
    ],
    on_top: [
      'Reports came from five networks within 24 hours, so the campaign has been at the top of the queue since %{when}. Nothing was stopped. Look at it, decide what to do, and close the reports.',
      'Có báo cáo từ năm mạng khác nhau trong vòng 24 giờ nên chiến dịch đứng đầu hàng chờ từ %{when}. Chưa có gì bị dừng. Hãy xem xét, quyết định và đóng các báo cáo.',
    ],
    choose: ['Select %{reference}', 'Chọn %{reference}'],
    close_acted_on: ['Close %{count}: acted on', 'Đóng %{count}: đã xử lý'],
    close_not_acted_on: ['Close %{count}: not acted on', 'Đóng %{count}: không xử lý'],
    close_acted_on_why: [
      'The visitors read that you acted, and this reason. Closing does nothing else: pause or take down the campaign first.',
      'Khách truy cập đọc được rằng bạn đã xử lý cùng lý do này. Việc đóng không làm gì khác: hãy tạm dừng hoặc gỡ chiến dịch trước.',
    ],
    close_not_acted_on_why: [
      'The visitors read that nothing was done, and this reason.',
      'Khách truy cập đọc được rằng báo cáo không được xử lý, cùng lý do này.',
    ],
    closed: ['Closed; the visitors see the reason', 'Đã đóng; khách truy cập thấy lý do'],
    decided_acted_on: ['Acted on, %{when}', 'Đã xử lý lúc %{when}'],
    decided_not_acted_on: ['Not acted on, %{when}', 'Không xử lý, lúc %{when}'],
    answered: ['Answer: %{reason}', 'Trả lời: %{reason}'],
  },
} satisfies Texts
