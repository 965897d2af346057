import { banking } from './banking.ts'
import { campaigns } from './campaigns.ts'
import { content } from './content.ts'
import { deposits } from './deposits.ts'
import { empty } from './empty.ts'
import { invoices } from './invoices.ts'
import type { Texts } from './language.ts'
import { ledger } from './ledger.ts'
import { levels } from './levels.ts'
import { members } from './members.ts'
import { names } from './names.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { overview } from './overview.ts'
import { refusals } from './refusals.ts'
import { reports } from './reports.ts'
import { rings } from './rings.ts'
// The texts of the back office, each in English and Vietnamese: one file a module, and here what all screens share;
// those of the framework are in en.ts and vi-framework.ts.
import { staff } from './staff.ts'
import { support } from './support.ts'
import { taken } from './taken.ts'
import { tracking } from './tracking.ts'
import { transparency } from './transparency.ts'
import { withdrawals } from './withdrawals.ts'

export const texts = {
  ...staff,
  ...taken,
  ...ledger,
  ...members,
  ...names,
  ...notices,
  ...content,
  ...banking,
  ...deposits,
  ...invoices,
  ...withdrawals,
  ...levels,
  ...campaigns,
  ...tracking,
  ...orders,
  ...rings,
  ...reports,
  ...support,
  ...transparency,
  ...overview,
  ...empty,
  ...refusals,
  menu: {
    queues: ['Queues', 'Hàng chờ'],
    money: ['Money', 'Tiền'],
    people: ['People', 'Người dùng'],
    site: ['Site', 'Nội dung'],
    ledger: ['Ledger', 'Sổ cái'],
    waiting: ['%{name}, %{count} waiting', '%{name}, %{count} mục đang chờ'],
    overdue: [
      '%{name}, %{count} waiting, %{overdue} overdue',
      '%{name}, %{count} mục đang chờ, %{overdue} mục quá hạn',
    ],
  },
  app: {
    name: ['Fairturn back office', 'Quản trị Fairturn'],
    no_answer: [
      'No answer. Check the connection and try again.',
      'Không có phản hồi. Hãy kiểm tra kết nối và thử lại.',
    ],
    csv: ['Save as CSV', 'Lưu thành CSV'],
    csv_form: ['Choose the form of the CSV file', 'Chọn dạng tệp CSV'],
    csv_forms: {
      comma: ['Commas between columns: 1234.50', 'Dấu phẩy giữa các cột: 1234.50'],
      semicolon: ['Semicolons between columns: 1234,50', 'Dấu chấm phẩy giữa các cột: 1234,50'],
    },
    date_pattern_day: ['dd-MM-yyyy', 'dd-MM-yyyy'],
    date_pattern_time: ['dd-MM-yyyy HH:mm', 'dd-MM-yyyy HH:mm'],
    date_is_wrong: ['Write it as %{pattern}.', 'Hãy viết theo dạng %{pattern}.'],
    calendar: ['%{name}: open the calendar', '%{name}: mở lịch'],
    reason_template: ['Template', 'Mẫu có sẵn'],
    reads: ['The member reads this in: %{language}.', 'Thành viên đọc bằng: %{language}.'],
    reads_unknown: [
      'The member’s language is not known to your role; templates are in: %{language}.',
      'Vai trò của bạn không thấy ngôn ngữ của thành viên; các mẫu bằng: %{language}.',
    ],
    reads_several: [
      'They read different languages: %{languages}. All get this one text: to write to each in their own, select those of one language at a time.',
      'Các thành viên đọc những ngôn ngữ khác nhau: %{languages}. Tất cả nhận cùng một văn bản này: để viết đúng ngôn ngữ, hãy chọn từng nhóm cùng ngôn ngữ.',
    ],
    reason: ['Reason', 'Lý do'],
    reason_help: [
      'Write a full sentence. It is saved in the audit log.',
      'Viết một câu trọn vẹn. Lý do được lưu trong nhật ký kiểm toán.',
    ],
    draft_restored: ['What you typed before was kept.', 'Nội dung bạn đã nhập trước đó được giữ lại.'],
    draft_left_out: [
      'Names, accounts and codes are not kept: enter them again.',
      'Tên, tài khoản và mã không được giữ lại: hãy nhập lại.',
    ],
    draft_of_before: [
      'What you typed before was kept. This has been changed since: compare before you save.',
      'Nội dung bạn đã nhập trước đó được giữ lại. Mục này đã thay đổi sau đó: hãy so sánh trước khi lưu.',
    ],
    discard_draft: ['Discard', 'Bỏ'],
    changed_by: [
      'Last changed by %{by}, %{when}: %{what}.',
      'Thay đổi gần nhất bởi %{by}, %{when}: %{what}.',
    ],
    changed_at: ['Last changed %{when}: %{what}.', 'Thay đổi gần nhất lúc %{when}: %{what}.'],
    decided_typed: [
      'Not sent. What you typed is kept here, to be copied, until you close this.',
      'Chưa gửi. Nội dung bạn đã nhập còn ở đây để sao chép cho đến khi bạn đóng hộp này.',
    ],
    done: ['Done', 'Xong'],
    more: ['Show more', 'Xem thêm'],
    actions: ['Actions', 'Thao tác'],
    opens: ['opens', 'mở'],
    searches_list: ['searches this list', 'tìm trong danh sách này'],
    searches_all: ['searches everything', 'tìm trên mọi trang'],
    pages: ['Pages', 'Các trang'],
    page: ['Page %{page}', 'Trang %{page}'],
    total: ['Total', 'Tổng'],
    total_of_page: ['Total of this page', 'Tổng của trang này'],
    hear: ['Keys: %{keys}', 'Phím: %{keys}'],
    next: ['next', 'tiếp'],
    previous: ['previous', 'trước'],
    roles: {
      support: ['Support', 'Hỗ trợ'],
      content: ['Content', 'Nội dung'],
      finance: ['Finance', 'Tài chính'],
      auditor: ['Auditor', 'Kiểm toán'],
      owner: ['Owner', 'Chủ sở hữu'],
    },
    sign_in: {
      title: ['Sign in to the back office', 'Đăng nhập trang quản trị'],
      drafts_are_kept: [
        'Your session has ended. What you typed is kept in this tab: it is there again after you sign in.',
        'Phiên của bạn đã kết thúc. Nội dung bạn đã nhập được giữ trong thẻ này và hiện lại sau khi đăng nhập.',
      ],
      username: ['Name', 'Tên'],
      password: ['Password', 'Mật khẩu'],
      otp: ['Code of the authenticator app', 'Mã từ ứng dụng xác thực'],
      submit: ['Sign in', 'Đăng nhập'],
      with_passkey: ['Sign in with a passkey', 'Đăng nhập bằng khóa truy cập'],
      no_passkey_used: [
        'No passkey was used. Try again, or choose another way.',
        'Chưa dùng khóa truy cập nào. Hãy thử lại hoặc chọn cách khác.',
      ],
      have_codes: [
        'New here? Set up your access with your two codes',
        'Người mới? Thiết lập bằng hai mã của bạn',
      ],
      back: ['Back to signing in', 'Quay lại đăng nhập'],
    },
    confirm: {
      title: ['Confirm that it is you', 'Xác nhận đó là bạn'],
      why: [
        'This action requires verification within the last five minutes.',
        'Thao tác này cần xác minh trong năm phút gần nhất.',
      ],
      with_passkey: ['Confirm with a passkey', 'Xác nhận bằng khóa truy cập'],
    },
    setup: {
      title: ['Set up your access', 'Thiết lập quyền truy cập'],
      why: [
        'You need two codes, each from a different colleague.',
        'Bạn cần hai mã, mỗi mã do một đồng nghiệp khác nhau cung cấp.',
      ],
      first_code: ['First code', 'Mã thứ nhất'],
      second_code: ['Second code', 'Mã thứ hai'],
      next: ['Continue', 'Tiếp tục'],
      who: ['You are %{username}, with the role %{role}.', 'Bạn là %{username}, vai trò %{role}.'],
      password: ['Choose a password of at least 12 characters', 'Chọn mật khẩu ít nhất 12 ký tự'],
      scan: [
        'Scan this with an authenticator app, or enter the secret by hand. Then enter the code it shows.',
        'Quét mã này bằng ứng dụng xác thực, hoặc nhập khóa bí mật vào đó. Sau đó nhập mã mà ứng dụng hiển thị.',
      ],
      qr: ['QR code for an authenticator app', 'Mã QR cho ứng dụng xác thực'],
      secret: ['Secret', 'Khóa bí mật'],
      finish: ['Finish and sign in', 'Hoàn tất và đăng nhập'],
      finish_with_passkey: ['Use a passkey instead of the app', 'Dùng khóa truy cập thay cho ứng dụng'],
    },
  },
  resources: {
    conversations: { name: ['Conversation |||| Support', 'Cuộc trao đổi |||| Hỗ trợ'] },
    approvals: { name: ['Approval |||| Approvals', 'Phê duyệt |||| Phê duyệt'] },
    campaigns: { name: ['Campaign |||| Campaigns', 'Chiến dịch |||| Chiến dịch'] },
    orders: { name: ['Order |||| Orders in review', 'Đơn |||| Đơn chờ xem xét'] },
    objections: { name: ['Objection |||| Objections', 'Khiếu nại |||| Khiếu nại'] },
    reports: { name: ['Report |||| Reports', 'Báo cáo |||| Báo cáo'] },
    invitations: { name: ['Invitation |||| Invitations', 'Lời mời |||| Lời mời'] },
    members: { name: ['Member |||| Members', 'Thành viên |||| Thành viên'] },
    audit: { name: ['Audit log |||| Audit log', 'Nhật ký kiểm toán |||| Nhật ký kiểm toán'] },
    levels: { name: ['Levels |||| Levels', 'Hạng |||| Hạng'] },
    settings: { name: ['Setting |||| Settings', 'Cài đặt |||| Cài đặt'] },
    pages: { name: ['Page |||| Pages', 'Trang |||| Trang nội dung'] },
    popups: { name: ['Popup |||| Popups', 'Cửa sổ bật lên |||| Cửa sổ bật lên'] },
    banner: { name: ['Banner |||| Banner', 'Biểu ngữ |||| Biểu ngữ'] },
    broadcasts: { name: ['Broadcast |||| Broadcasts', 'Thông báo hàng loạt |||| Thông báo hàng loạt'] },
    staff: { name: ['Staff member |||| Staff', 'Nhân viên |||| Nhân viên'] },
    deposits: { name: ['Deposit |||| Deposits', 'Khoản nạp |||| Khoản nạp'] },
    'bank-lines': { name: ['Bank line |||| Bank lines', 'Dòng sao kê |||| Dòng sao kê'] },
    'bank-statements': { name: ['Bank statement |||| Bank statements', 'Sao kê |||| Sao kê ngân hàng'] },
    'bank-mappings': { name: ['CSV mapping |||| CSV mappings', 'Cách ghép cột CSV |||| Cách ghép cột CSV'] },
    withdrawals: { name: ['Withdrawal |||| Withdrawals', 'Yêu cầu rút tiền |||| Yêu cầu rút tiền'] },
    'payout-batches': { name: ['Payment file |||| Payment files', 'Tệp thanh toán |||| Tệp thanh toán'] },
    refunds: { name: ['Refund |||| Refunds', 'Hoàn trả |||| Hoàn trả'] },
    'card-events': { name: ['Card event |||| Card events', 'Sự kiện thẻ |||| Sự kiện thẻ'] },
    invoices: { name: ['Invoice |||| Invoices', 'Hóa đơn |||| Hóa đơn'] },
    reconciliation: { name: ['Reconciliation |||| Reconciliation', 'Đối chiếu |||| Đối chiếu'] },
    journal: { name: ['Journal |||| Journal', 'Sổ nhật ký |||| Sổ nhật ký'] },
    accounts: { name: ['Account |||| Accounts', 'Tài khoản |||| Tài khoản'] },
    entries: { name: ['Entry |||| Entries', 'Bút toán |||| Bút toán'] },
    chains: { name: ['Chain |||| Chains', 'Chuỗi |||| Chuỗi'] },
    checks: { name: ['Check |||| Checks', 'Kiểm tra |||| Kiểm tra'] },
    freezes: { name: ['Freeze |||| Freezes', 'Tạm dừng |||| Tạm dừng'] },
    proofs: { name: ['Proof |||| Proofs', 'Bằng chứng |||| Bằng chứng'] },
    adjustments: { name: ['Adjustment |||| Adjustments', 'Điều chỉnh |||| Điều chỉnh'] },
  },
  queue: {
    for_you: ['%{own} for you', '%{own} cho bạn'],
    none_for_you: ['none for you', 'bạn: 0'],
    counted: {
      payouts: ['%{all} in no file yet', '%{all} chưa vào tệp'],
      refunds: ['%{all} in no file yet', '%{all} chưa vào tệp'],
    },
    since: ['Waiting for', 'Đã chờ'],
    due_by: ['Due by', 'Hạn'],
    due_in: ['in %{span}', 'còn %{span}'],
    overdue: ['Overdue', 'Quá hạn'],
    is_due_in: ['due in %{span}', 'còn %{span}'],
    overdue_by: ['overdue by %{span}', 'quá hạn %{span}'],
    brand: ['Brand', 'Thương hiệu'],
    brand_has: ['Brand contains', 'Thương hiệu có chứa'],
    member_id: ['Member', 'Thành viên'],
    position: ['%{at} of %{all} in the queue', '%{at}/%{all} trong hàng chờ'],
    empty: ['Nothing else to do in this queue.', 'Hàng chờ này không còn việc nào.'],
    went_on: ['The next one in the queue is open.', 'Mục tiếp theo trong hàng chờ đã mở.'],
    hours: ['%{count} h', '%{count} giờ'],
    days: ['%{count} d', '%{count} ngày'],
    minutes: ['%{count} min', '%{count} phút'],
  },
  bulk: {
    row: ['Selected', 'Đã chọn'],
    result: ['Result', 'Kết quả'],
    progress: ['%{done} of %{count} done', 'Đã xong %{done} trên %{count}'],
    retry: ['Retry %{count}', 'Thử lại %{count} mục'],
    decided: ['Already decided, %{when}: %{what}.', 'Đã quyết định lúc %{when}: %{what}.'],
    decided_by: ['Already decided by %{by}, %{when}: %{what}.', '%{by} đã quyết định lúc %{when}: %{what}.'],
  },
  money: {
    every: ['All', 'Tất cả'],
    amount: ['Amount', 'Số tiền'],
    state: ['Status', 'Trạng thái'],
    status: ['Status', 'Trạng thái'],
    member: ['Member', 'Thành viên'],
    member_id: ['Member', 'Thành viên'],
    reference: ['Reference', 'Mã tham chiếu'],
    found_by: ['Reference or name', 'Mã tham chiếu hoặc tên'],
    from: ['From', 'Từ ngày'],
    to: ['Until', 'Đến ngày'],
    when: ['When', 'Thời điểm'],
    yes: ['Yes', 'Có'],
    no: ['No', 'Không'],
    nothing_here: ['Nothing here.', 'Không có gì.'],
    file: {
      choose: ['Choose a file, or drop it here', 'Chọn tệp, hoặc thả vào đây'],
      chosen: ['File: %{name}', 'Tệp: %{name}'],
      import: ['Import', 'Nhập'],
      refused: ['Nothing was imported from this file', 'Chưa nhập gì từ tệp này'],
      at: ['Position: %{where}', 'Vị trí: %{where}'],
      flaws: {
        empty: ['The file is empty.', 'Tệp trống.'],
        compressed: ['The file is an archive. Unpack it first.', 'Tệp là tệp nén. Hãy giải nén trước.'],
        encoding: [
          'The file’s encoding does not match its declaration or is not supported.',
          'Bảng mã của tệp không đúng như khai báo hoặc không được hỗ trợ.',
        ],
        zero_bytes: [
          'The file is UTF-16 without a declaration, or it is not a text file.',
          'Tệp dùng UTF-16 mà không khai báo, hoặc không phải tệp văn bản.',
        ],
        declares_entities: [
          'The file declares a document type or entities. Such files are not accepted.',
          'Tệp khai báo kiểu tài liệu hoặc thực thể. Không chấp nhận tệp như vậy.',
        ],
        not_well_formed: [
          'It is not well-formed XML. If it is CSV, choose a mapping for it; otherwise it is incomplete or damaged: download it from the bank again and do not edit it.',
          'Đây không phải XML hợp lệ. Nếu là CSV, hãy chọn cách ghép cột; nếu không, tệp không đầy đủ hoặc bị hỏng: hãy tải lại từ ngân hàng và giữ nguyên.',
        ],
        unknown_version: [
          'It is a version that is not read. Ask the bank for one from camt.053.001.02 to camt.053.001.13, or from pain.002.001.03 to pain.002.001.14.',
          'Đây là phiên bản chưa đọc được. Hãy yêu cầu ngân hàng một phiên bản từ camt.053.001.02 đến camt.053.001.13, hoặc từ pain.002.001.03 đến pain.002.001.14.',
        ],
        no_status: [
          'The report has no status of the file, a part of it or a payment. Ask the bank for the report again.',
          'Báo cáo không có trạng thái của tệp, phần nào hoặc khoản nào. Hãy yêu cầu ngân hàng gửi lại báo cáo.',
        ],
        status_code: [
          'This status is no code of ISO 20022. Ask the bank what it means, and for a report with codes such as ACSC or RJCT.',
          'Trạng thái này không phải mã ISO 20022. Hãy hỏi ngân hàng ý nghĩa và yêu cầu báo cáo dùng mã như ACSC hoặc RJCT.',
        ],
        contradicts_itself: [
          'The report says two things of this payment, or of the file and this payment. Ask the bank which is right.',
          'Báo cáo nói hai điều khác nhau về khoản này, hoặc về tệp và khoản này. Hãy hỏi ngân hàng điều nào đúng.',
        ],
        too_deep: ['The file is nested too deeply.', 'Tệp lồng nhau quá sâu.'],
        too_many_elements: [
          'The file has far more elements or columns than any bank’s.',
          'Tệp có nhiều phần tử hoặc cột hơn hẳn mọi tệp của ngân hàng.',
        ],
        too_many_attributes: [
          'An element of the file has far more attributes than any bank’s.',
          'Một phần tử trong tệp có nhiều thuộc tính hơn hẳn mọi tệp của ngân hàng.',
        ],
        too_many_lines: [
          'The file has more than 50 000 lines. Ask the bank for a shorter period.',
          'Tệp có hơn 50 000 dòng. Hãy yêu cầu ngân hàng xuất khoảng thời gian ngắn hơn.',
        ],
        text_too_long: [
          'A text in the file is far longer than any bank’s.',
          'Một đoạn văn bản trong tệp dài hơn hẳn mọi tệp của ngân hàng.',
        ],
        takes_too_long: [
          'Reading the file takes far longer than any bank’s file does, so it was stopped.',
          'Đọc tệp mất nhiều thời gian hơn hẳn mọi tệp của ngân hàng nên đã dừng lại.',
        ],
        takes_too_much_memory: [
          'Reading the file takes far more memory than any bank’s file does, so it was stopped.',
          'Đọc tệp tốn nhiều bộ nhớ hơn hẳn mọi tệp của ngân hàng nên đã dừng lại.',
        ],
        currencies_differ: [
          'The opening and the closing balance are in different currencies.',
          'Số dư đầu kỳ và số dư cuối kỳ khác tiền tệ.',
        ],
        columns: [
          'A column is missing or duplicated, or lines have different numbers of columns.',
          'Thiếu một cột, cột bị lặp, hoặc các dòng có số cột khác nhau.',
        ],
        unnamed_column: [
          'A column without a heading has text in it. Name it in the mapping by its position, as it is named here: as part of the remittance information, or among the columns that change nothing.',
          'Một cột không có tên có nội dung. Hãy khai cột đó trong cách ghép cột theo vị trí, đúng như tên ghi ở đây: là một phần của nội dung, hoặc trong các cột không làm thay đổi gì.',
        ],
        repeated_heading: [
          'Several columns have this heading. Name the one that you mean in the mapping by its position, as it is named here.',
          'Có nhiều cột cùng tên này. Hãy khai cột cần dùng trong cách ghép cột theo vị trí, đúng như tên ghi ở đây.',
        ],
        no_statement: ['There is no statement in this file.', 'Không có sao kê nào trong tệp.'],
        missing: ['A required part of the statement is missing.', 'Thiếu một phần bắt buộc của sao kê.'],
        amount: [
          'An amount cannot be read, or it can be read in two ways. Check in the mapping the decimal sign and which column holds the amount; if both are right, ask the bank for camt.053.',
          'Không đọc được một số tiền, hoặc có thể đọc theo hai cách. Hãy kiểm tra dấu thập phân và cột số tiền trong cách ghép cột; nếu đều đúng, hãy yêu cầu ngân hàng xuất camt.053.',
        ],
        pdf: [
          'This is a PDF. Ask the bank for the statement as camt.053 or CSV.',
          'Đây là tệp PDF. Hãy yêu cầu ngân hàng xuất sao kê dạng camt.053 hoặc CSV.',
        ],
        mt940: [
          'This is MT940, which is not read. Ask the bank for the statement as camt.053 or CSV.',
          'Đây là MT940, định dạng không được đọc. Hãy yêu cầu ngân hàng xuất sao kê dạng camt.053 hoặc CSV.',
        ],
        direction: [
          'A line’s direction is neither the word for credit nor the word for debit, or the sign contradicts it. Correct the words in the mapping; a word for lines that are no booking of this account, as of a conversion between two others, can be named there to be skipped.',
          'Chiều của một dòng không phải từ cho tiền vào cũng không phải từ cho tiền ra, hoặc dấu của số tiền trái với nó. Hãy sửa các từ trong cách ghép cột; từ chỉ dòng không phải bút toán của tài khoản này, như quy đổi giữa hai tài khoản khác, có thể khai ở đó để bỏ qua.',
        ],
        direction_column: [
          'A column may say whether an amount is a credit or a debit. Name it in the mapping as the column of credit or debit, with its words, or among the columns that change nothing.',
          'Có một cột có thể cho biết tiền vào hay tiền ra. Hãy khai cột đó cùng các từ của nó trong cách ghép cột, hoặc đưa vào các cột không làm thay đổi gì.',
        ],
        unknown_words: [
          'No amount has a minus, and the words of a column are not known: some of them may say that money left the account. If they do, name the column in the mapping as that of credit or debit, with its words; if they say only how something was paid, name it among the columns that change nothing. A column of balances, named as such, can show it, too.',
          'Không số tiền nào có dấu trừ, và chưa rõ nghĩa các từ của một cột: có thể một số từ cho biết tiền đã rời tài khoản. Nếu đúng vậy, hãy khai cột đó trong cách ghép cột là cột tiền vào hay tiền ra, cùng các từ của nó; nếu chúng chỉ cho biết hình thức thanh toán, hãy đưa cột đó vào các cột không làm thay đổi gì. Cột số dư, nếu được khai, cũng có thể cho biết điều đó.',
        ],
        ignored_direction: [
          'A column among those that change nothing says debit of some lines, and no amount has a minus: they would be read as money received. Name it in the mapping as the column of credit or debit, with its words.',
          'Một cột trong các cột không làm thay đổi gì ghi tiền ra ở một số dòng, mà không số tiền nào có dấu trừ: các dòng đó sẽ bị đọc thành tiền nhận được. Hãy khai cột đó trong cách ghép cột là cột tiền vào hay tiền ra, cùng các từ của nó.',
        ],
        sign_and_word: [
          'A column among those that change nothing says credit or debit, and of some lines it says the other than the sign of the amount. If the column is right, name it in the mapping as the column of credit or debit, with its words; if it is not, ask the bank for camt.053.',
          'Một cột trong các cột không làm thay đổi gì cho biết tiền vào hay tiền ra, và ở một số dòng nó nói ngược với dấu của số tiền. Nếu cột đó đúng, hãy khai cột đó trong cách ghép cột là cột tiền vào hay tiền ra, cùng các từ của nó; nếu không, hãy yêu cầu ngân hàng xuất camt.053.',
        ],
        ignored_status: [
          'A column among those that change nothing says of some lines that they are not booked: they would be read as booked. Name it in the mapping as the status, with the words for booked lines; if booked lines have no word there, ask the bank for booked lines alone, or for camt.053.',
          'Một cột trong các cột không làm thay đổi gì cho biết một số dòng chưa ghi sổ: các dòng đó sẽ bị đọc như đã ghi sổ. Hãy khai cột đó trong cách ghép cột là trạng thái, cùng các từ chỉ dòng đã ghi sổ; nếu dòng đã ghi sổ không có từ nào ở đó, hãy yêu cầu ngân hàng chỉ xuất các dòng đã ghi sổ, hoặc xuất camt.053.',
        ],
        mixed_signs: [
          'Some debits have a minus and others have none: one of them may be money that came back, and nothing says which. Ask the bank for one column of amounts with signs, or for camt.053.',
          'Có khoản tiền ra mang dấu trừ và có khoản không: một trong số đó có thể là tiền được trả lại, và không có gì cho biết khoản nào. Hãy yêu cầu ngân hàng xuất một cột số tiền có dấu, hoặc camt.053.',
        ],
        fee_column: [
          'A column has fees. If the amount is without them, name it in the mapping as the fee: of a credit the rest arrived, and the fee of a debit becomes a line of its own. If the amount already has them in it, name the column among those that change nothing.',
          'Có một cột ghi phí. Nếu số tiền chưa tính phí, hãy khai cột đó trong cách ghép cột là phí: với tiền vào, phần còn lại là số đã đến; với tiền ra, phí thành một dòng riêng. Nếu số tiền đã gồm phí, hãy đưa cột đó vào các cột không làm thay đổi gì.',
        ],
        amount_and_fees: [
          'A column has amounts before or after fees that differ from the amounts read. Choose in the mapping as the amount the one that reached or left the account, and name the other among the columns that change nothing.',
          'Có một cột ghi số tiền trước hoặc sau phí, khác với số tiền được đọc. Hãy chọn trong cách ghép cột cột có số tiền thực đã vào hoặc rời tài khoản làm số tiền, và đưa cột kia vào các cột không làm thay đổi gì.',
        ],
        skipped_currency: [
          'The mapping skips lines with this word, but this one names the account’s currency: by it money left or reached the account. If all lines with the word did the same, name it in the mapping among the words for debits, or for credits; otherwise ask the bank for the statement of this account alone, as camt.053 or as CSV with balances.',
          'Cách ghép cột bỏ qua các dòng có từ này, nhưng dòng này ghi tiền tệ của tài khoản: tiền đã rời hoặc vào tài khoản. Nếu mọi dòng có từ này đều như vậy, hãy đưa từ đó vào các từ chỉ tiền ra hoặc tiền vào; nếu không, hãy yêu cầu ngân hàng xuất sao kê của riêng tài khoản này, dạng camt.053 hoặc CSV có số dư.',
        ],
        fee: [
          'A fee is above its amount, or some fees of the file have a minus and others have none. If there is a column with the amounts after fees, choose that one and name the fees among the columns that change nothing; otherwise ask the bank for camt.053.',
          'Có phí lớn hơn số tiền của nó, hoặc trong tệp có phí mang dấu trừ và có phí không. Nếu có cột số tiền sau phí, hãy chọn cột đó và đưa cột phí vào các cột không làm thay đổi gì; nếu không, hãy yêu cầu ngân hàng xuất camt.053.',
        ],
        balance_line: [
          'A line is named like a balance of the account, and has something else beside day and amount, or moves the balance. If it is a balance, skip it at the start or the end in the mapping; if somebody paid so, name in the mapping the columns of the counterparty.',
          'Một dòng có tên như số dư của tài khoản nhưng còn có nội dung khác ngoài ngày và số tiền, hoặc làm số dư thay đổi. Nếu đó là số dư, hãy bỏ qua dòng này ở đầu hoặc cuối trong cách ghép cột; nếu có người trả với nội dung đó, hãy khai các cột của bên đối ứng.',
        ],
        minor_units: [
          'The heading says that amounts are in hundredths, which are not read. Ask the bank for amounts in whole units, or for camt.053.',
          'Tên cột cho biết số tiền tính bằng phần trăm của đơn vị tiền (xu), không đọc được. Hãy yêu cầu ngân hàng xuất số tiền theo đơn vị thường hoặc camt.053.',
        ],
        pages: [
          'The bank has divided this statement into pages, and one of them is not in the file or not in order. Download the whole statement as one file, or put its pages into one.',
          'Ngân hàng đã chia sao kê này thành nhiều trang, và trong tệp thiếu một trang hoặc các trang sai thứ tự. Hãy tải cả sao kê trong một tệp, hoặc gộp các trang vào một tệp.',
        ],
        ofx: [
          'This is OFX, which is not read. Ask the bank for the statement as camt.053 or CSV.',
          'Đây là OFX, định dạng không được đọc. Hãy yêu cầu ngân hàng xuất sao kê dạng camt.053 hoặc CSV.',
        ],
        qif: [
          'This is QIF, which is not read. Ask the bank for the statement as camt.053 or CSV.',
          'Đây là QIF, định dạng không được đọc. Hãy yêu cầu ngân hàng xuất sao kê dạng camt.053 hoặc CSV.',
        ],
        bai2: [
          'This is BAI2, which is not read. Ask the bank for the statement as camt.053 or CSV.',
          'Đây là BAI2, định dạng không được đọc. Hãy yêu cầu ngân hàng xuất sao kê dạng camt.053 hoặc CSV.',
        ],
        xml: [
          'This is XML, not CSV. If it is camt.053, import it without a mapping.',
          'Đây là XML, không phải CSV. Nếu là camt.053, hãy nhập mà không chọn cách ghép cột.',
        ],
        amounts_not_stated: [
          'This mapping does not say how credits and debits are told apart. Open it, choose that, and save it.',
          'Cách ghép cột này chưa cho biết phân biệt tiền vào và tiền ra bằng gì. Hãy mở ra, chọn mục đó và lưu lại.',
        ],
        status_column: [
          'A column may say that some lines are not booked yet. Name it in the mapping as the status, with the words for booked lines, or among the columns that change nothing.',
          'Có một cột có thể cho biết một số dòng chưa ghi sổ. Hãy khai cột đó là trạng thái cùng các từ chỉ dòng đã ghi sổ, hoặc đưa vào các cột không làm thay đổi gì.',
        ],
        year: [
          'A date lies before 2000 or more than a year ahead. Choose its form in the mapping, with two or four digits of the year; if it stands so in the file, ask the bank.',
          'Có một ngày trước năm 2000 hoặc sau hơn một năm nữa. Hãy chọn dạng ngày trong cách ghép cột, năm có hai hay bốn chữ số; nếu trong tệp đúng như vậy, hãy hỏi ngân hàng.',
        ],
        garbled: [
          'The letters of the file are garbled or lost, such as “Ã¼” or “�” for “ü”: a program has opened and saved it in another encoding. Download it from the bank again and import it as it is; if it is garbled there too, ask the bank for camt.053.',
          'Các chữ trong tệp bị lỗi mã hóa hoặc bị mất, ví dụ “Ã¼” hoặc “�” thay cho “ü”: tệp đã được mở và lưu bằng bảng mã khác. Hãy tải lại từ ngân hàng và nhập nguyên tệp; nếu tệp gốc cũng bị lỗi, hãy yêu cầu ngân hàng xuất camt.053.',
        ],
        is_utf_8: [
          'The file is UTF-8, but the mapping says another encoding, so that letters would be garbled. Choose UTF-8 in the mapping.',
          'Tệp dùng UTF-8 nhưng cách ghép cột khai bảng mã khác, chữ sẽ bị lỗi. Hãy chọn UTF-8 trong cách ghép cột.',
        ],
        html: [
          'This is a web page, whatever its name. Ask the bank for the statement as camt.053 or CSV; if you saved it yourself, you may have been signed out at the bank.',
          'Đây là một trang web, dù tên tệp là gì. Hãy yêu cầu ngân hàng xuất sao kê dạng camt.053 hoặc CSV; nếu bạn tự lưu, có thể bạn đã bị đăng xuất ở ngân hàng.',
        ],
        xls: [
          'This is an Excel file (.xls), which is not read. Ask the bank for the statement as camt.053 or CSV.',
          'Đây là tệp Excel (.xls), định dạng không được đọc. Hãy yêu cầu ngân hàng xuất sao kê dạng camt.053 hoặc CSV.',
        ],
        xlsx: [
          'This is an Excel file (.xlsx), which is not read. Ask the bank for the statement as camt.053 or CSV.',
          'Đây là tệp Excel (.xlsx), định dạng không được đọc. Hãy yêu cầu ngân hàng xuất sao kê dạng camt.053 hoặc CSV.',
        ],
        skipped_booking: [
          'The mapping skips a line that has a day and an amount as bookings do. Correct in the mapping how many lines are skipped at the start or the end; if the line is a total with a date, ask the bank for camt.053.',
          'Cách ghép cột bỏ qua một dòng có ngày và số tiền như một bút toán. Hãy sửa số dòng bỏ qua ở đầu hoặc cuối trong cách ghép cột; nếu đó là dòng tổng có ghi ngày, hãy yêu cầu ngân hàng xuất camt.053.',
        ],
        currency_column: [
          'A column says that a line is in another currency than the account. Nothing is converted: ask the bank for a file of this account alone. If the column only says in which currency the payer paid, name in the mapping the column with the account’s own currency.',
          'Có một cột cho biết một dòng bằng tiền tệ khác với tài khoản. Không có gì được quy đổi: hãy yêu cầu ngân hàng xuất tệp của riêng tài khoản này. Nếu cột đó chỉ cho biết người gửi đã trả bằng tiền tệ nào, hãy khai trong cách ghép cột cột có tiền tệ của chính tài khoản.',
        ],
        account_column: [
          'A column has the number of another account than the receiving account. If it is the account of the file, this is another account’s file. If it is the payer’s, name it in the mapping as the counterparty account, and the column with our own account, if there is one, as our account.',
          'Có một cột ghi số của tài khoản khác với tài khoản nhận tiền nạp. Nếu đó là tài khoản của tệp thì đây là tệp của tài khoản khác. Nếu là tài khoản của người gửi, hãy khai trong cách ghép cột là tài khoản bên đối ứng, và khai cột có tài khoản của chúng ta, nếu có, là tài khoản của chúng ta.',
        ],
        account: [
          'The mapping names this column as our account, but there is no account number in it. Choose the column with the number, or none.',
          'Cách ghép cột khai cột này là tài khoản của chúng ta nhưng trong đó không có số tài khoản. Hãy chọn cột có số tài khoản, hoặc bỏ trống.',
        ],
        newest_first: [
          'In the other order they add up: say in the mapping that the newest line comes first.',
          'Theo thứ tự ngược lại thì khớp: hãy chọn trong cách ghép cột là dòng mới nhất đứng đầu.',
        ],
        oldest_first: [
          'In the other order they add up: say in the mapping that the newest line does not come first.',
          'Theo thứ tự ngược lại thì khớp: hãy chọn trong cách ghép cột là dòng mới nhất không đứng đầu.',
        ],
        quotes: [
          'A quotation mark without its partner joins lines of the file. Correct the file, or ask the bank for camt.053.',
          'Có một dấu ngoặc kép lẻ làm các dòng của tệp dính vào nhau. Hãy sửa tệp hoặc yêu cầu ngân hàng xuất camt.053.',
        ],
        day_separator: [
          'A date has other signs between its parts than the form in the mapping, which follows in brackets; day and month may stand the other way round. Choose the form that the bank uses.',
          'Một ngày có dấu ngăn giữa các phần khác với dạng ngày trong cách ghép cột, ghi trong ngoặc; ngày và tháng có thể đổi chỗ cho nhau. Hãy chọn dạng mà ngân hàng dùng.',
        ],
        ods: [
          'This is an OpenDocument spreadsheet (.ods), which is not read. Ask the bank for the statement as camt.053 or CSV.',
          'Đây là bảng tính OpenDocument (.ods), định dạng không được đọc. Hãy yêu cầu ngân hàng xuất sao kê dạng camt.053 hoặc CSV.',
        ],
        balances_differ: [
          'The statement opens with another balance (OPBD) than the one with which the day before closed (PRCD). Ask the bank for a corrected statement.',
          'Sao kê mở đầu với số dư (OPBD) khác với số dư cuối ngày trước (PRCD). Hãy yêu cầu ngân hàng gửi sao kê đúng.',
        ],
        crosswise: [
          'The mapping has credits and debits the wrong way round: what it takes for credits is named as debits, or the other way. Exchange them in the mapping; if the bank does write them so, ask it for camt.053.',
          'Cách ghép cột khai ngược tiền vào và tiền ra: phần được coi là tiền vào có tên là tiền ra, hoặc ngược lại. Hãy đổi chỗ trong cách ghép cột; nếu ngân hàng thật sự ghi như vậy, hãy yêu cầu camt.053.',
        ],
        day: [
          'A date cannot be read. If it is right in the file, choose its form in the mapping.',
          'Không đọc được một ngày. Nếu trong tệp đúng như vậy, hãy chọn dạng ngày trong cách ghép cột.',
        ],
      },
    },
  },
} satisfies Texts
