// Refusals by code: all that the server sends only to operators.
import type { MessageCode, OperatorMessageCode } from '@fairturn/contract/messages'
import type { Text, Texts } from './language.ts'

export const refusals = {
  refusals: {
    // of a single field; also used by the validation in the browser
    field_is_required: ['please fill in this field', 'Vui lòng điền mục này'],
    field_is_invalid: ['please check this field', 'Vui lòng kiểm tra lại mục này'],
    field_is_too_long: ['this is too long', 'Nội dung quá dài'],
    amount_is_invalid: ['enter an amount like 1234.50', 'Nhập số tiền theo dạng 1234.50'],
    id_is_invalid: ['the id is not valid', 'Mã định danh không hợp lệ'],
    staff_session_has_ended: ['please sign in to the back office', 'Vui lòng đăng nhập vào trang quản trị'],
    request_is_not_from_the_back_office: [
      'this request did not come from the back office',
      'Yêu cầu này không đến từ trang quản trị',
    ],
    your_role_may_not_do_this: [
      'your role does not allow this',
      'Vai trò của bạn không được phép làm việc này',
    ],
    your_side_does_not_do_this: [
      'this is for the other side (%{side}): %{who}',
      'việc này thuộc bên kia (%{side}): %{who}',
    ],
    side_is_required: [
      'choose a side: bringing money in, or sending it out',
      'hãy chọn bên: nhận tiền vào hoặc gửi tiền ra',
    ],
    operator_has_a_side: [
      'this staff member is on the other side; change the side first',
      'nhân viên này thuộc bên kia; hãy đổi bên trước',
    ],
    please_confirm_that_it_is_you: [
      'confirm with your password and a code, or with a passkey, and try again',
      'Hãy xác nhận bằng mật khẩu và mã, hoặc bằng khóa truy cập, rồi thử lại',
    ],
    password_must_have_at_least_12_characters: [
      'staff passwords must have at least 12 characters',
      'Mật khẩu của nhân viên phải có ít nhất 12 ký tự',
    ],
    proof_is_being_made: ['a proof is being created; please wait', 'Đang lập bằng chứng; vui lòng đợi'],
    proof_cannot_be_made: [
      'the proof could not be created: %{reason}',
      'Không lập được bằng chứng: %{reason}',
    ],
    proof_key_is_configured: [
      'the signing key is set in the configuration; replace it there',
      'Khóa ký được đặt trong cấu hình; hãy thay ở đó',
    ],
    operator_name_is_invalid: [
      'use 3 to 30 lower-case letters, digits, dots and dashes, starting with a letter',
      'Tên nhân viên gồm 3 đến 30 chữ thường, chữ số, dấu chấm và gạch nối, bắt đầu bằng chữ cái',
    ],
    operator_name_is_taken: [
      'this name is or was used by a staff member',
      'Tên này đang hoặc đã được một nhân viên sử dụng',
    ],
    operator_is_unknown: ['this staff member does not exist', 'Nhân viên này không tồn tại'],
    operator_has_changed: [
      'this staff member’s role has changed in the meantime; make a new proposal',
      'Vai trò của nhân viên này vừa thay đổi; hãy tạo đề xuất mới',
    ],
    setup_code_is_not_valid: [
      'this set-up code is not valid or has expired; request a new one',
      'Mã thiết lập không hợp lệ hoặc đã hết hạn; hãy xin mã mới',
    ],
    second_proof_is_required: [
      'set up an authenticator app or a passkey',
      'Hãy thiết lập ứng dụng xác thực hoặc khóa truy cập',
    ],
    last_proof_must_stay: [
      'keep at least one authenticator app or passkey',
      'Hãy giữ lại ít nhất một ứng dụng xác thực hoặc khóa truy cập',
    ],
    there_must_be_an_owner: [
      'at least one owner who can sign in must remain',
      'Phải còn ít nhất một chủ sở hữu có thể đăng nhập',
    ],
    nobody_decides_about_themselves: [
      'you cannot decide about yourself; ask a colleague',
      'Bạn không thể quyết định về chính mình; hãy nhờ đồng nghiệp',
    ],
    somebody_else_has_taken_this: [
      'somebody else is working on this; take it over if you agreed on it',
      'người khác đang xử lý mục này; hãy nhận lại nếu hai bên đã thống nhất',
    ],
    proposal_is_unknown: ['this proposal does not exist', 'Đề xuất này không tồn tại'],
    this_is_proposed_already: [
      'somebody has already proposed this; open the proposal',
      'Đã có người đề xuất việc này; hãy mở đề xuất đó',
    ],
    proposal_is_decided: ['this proposal is no longer open', 'Đề xuất này không còn mở'],
    proposal_has_expired: [
      'this proposal has expired; make a new one',
      'Đề xuất này đã hết hạn; hãy tạo đề xuất mới',
    ],
    proposal_has_changed: [
      'the proposal has changed; please review it again',
      'Đề xuất đã thay đổi; hãy xem lại',
    ],
    what_it_does_has_changed: [
      'what this would do has changed since it was proposed; reject it and have it proposed again',
      'Kết quả của việc này đã khác so với lúc đề xuất; hãy từ chối và để đề xuất lại',
    ],
    proposal_is_void: [
      'the proposer is no longer allowed to propose this; make a new proposal',
      'Người đề xuất không còn quyền đề xuất việc này; hãy tạo đề xuất mới',
    ],
    another_operator_must_approve: [
      'dual approval: an operator other than the proposer must approve',
      'Phê duyệt kép: người phê duyệt phải khác người đề xuất',
    ],
    proposal_could_not_be_executed: [
      'this could not be executed and stays open; see the reason',
      'Không thể thực hiện, đề xuất vẫn mở; hãy xem lý do',
    ],
    proposal_is_not_yours: ['only the proposer can withdraw this', 'Chỉ người đề xuất mới có thể rút lại'],
    // bank files and payouts
    bank_file_is_required: ['choose a bank file', 'Hãy chọn một tệp của ngân hàng'],
    bank_file_is_too_large: [
      'a bank file must be at most 20 MB',
      'Tệp của ngân hàng không được vượt quá 20 MB',
    ],
    who_brought_money_in_does_not_send_it_out: [
      'separation of duties: a person who brought in money for this member cannot approve or release it; a colleague must do so',
      'Tách nhiệm vụ: ai đã ghi nhận tiền vào cho thành viên này thì không duyệt và không gửi tiền ra; cần một đồng nghiệp khác',
    ],
    who_approved_a_payment_does_not_release_it: [
      'separation of duties: a payment file must be released by someone who approved none of its payments',
      'Tách nhiệm vụ: người gửi tệp thanh toán không được duyệt khoản nào trong đó',
    ],
    who_imported_a_statement_does_not_decide_on_it: [
      'separation of duties: the person who imported a statement can neither confirm nor discard it; a colleague must do so',
      'Tách nhiệm vụ: người xác nhận hoặc loại bỏ phải khác người đã nhập sao kê',
    ],
    bank_statement_needs_no_confirmation: [
      'this statement is no longer unconfirmed',
      'Sao kê này không còn chờ xác nhận',
    ],
    bank_statement_is_not_accepted: [
      'only an accepted statement can be revoked',
      'Chỉ thu hồi được sao kê đã chấp nhận',
    ],
    bank_statement_needs_balances: [
      'the first statement of an account needs balances: import camt.053, or a CSV with a balance column',
      'Sao kê đầu tiên của tài khoản phải có số dư: hãy nhập camt.053 hoặc CSV có cột số dư',
    ],
    bank_statement_contradicts_an_accepted_one: [
      'this statement contradicts accepted ones of its days: its balances or lines do not fit between theirs. If it is wrong, discard it; if an accepted one is, two people revoke that one',
      'Sao kê này mâu thuẫn với các sao kê đã chấp nhận của những ngày đó: số dư hoặc dòng không khớp. Nếu sao kê này sai, hãy loại bỏ; nếu sao kê đã chấp nhận sai, hai người thu hồi sao kê đó',
    ],
    bank_statement_is_older_than_the_last: [
      'this statement is older than the last booked one of its account, so it cannot be confirmed; discard it. If the last booked one is wrong, two people revoke that one first',
      'Sao kê này cũ hơn sao kê đã ghi sổ gần nhất của tài khoản nên không xác nhận được; hãy loại bỏ. Nếu sao kê đã ghi sổ gần nhất sai, hai người phải thu hồi sao kê đó trước',
    ],
    bank_statement_is_dated_later_than_today: [
      'this statement is dated later than today; a bank books no day before it has come. Nothing was imported',
      'Sao kê này đề ngày sau hôm nay; ngân hàng không ghi sổ trước ngày đó. Chưa nhập gì',
    ],
    bank_statement_was_answered_wrong: [
      'you have answered three times wrongly; somebody else must confirm this statement',
      'Bạn đã trả lời sai ba lần; người khác phải xác nhận sao kê này',
    ],
    statements_come_by_the_bank_connection: [
      'the bank’s connection brings the statements of this account; two people may allow them by hand for a day',
      'Kết nối ngân hàng gửi sao kê của tài khoản này; hai người có thể cho phép nhập tay trong một ngày',
    ],
    what_the_bank_connection_brought_stays: [
      'what the bank’s connection has brought can be neither discarded nor revoked',
      'Những gì kết nối ngân hàng gửi đến không thể loại bỏ hay thu hồi',
    ],
    there_is_no_opening_balance: [
      'there is no opening balance to book: no statement is accepted yet, it opened with nothing, or it is booked already',
      'Không có số dư đầu để ghi: chưa có sao kê nào được chấp nhận, số dư đầu bằng không, hoặc đã ghi rồi',
    ],
    who_set_the_account_does_not_book_its_balance: [
      'separation of duties: a person who proposed or approved this receiving account cannot propose or approve its opening balance; colleagues must do so',
      'Tách nhiệm vụ: ai đã đề xuất hoặc duyệt tài khoản nhận tiền của chúng tôi thì không đề xuất và không duyệt số dư đầu của tài khoản đó; cần đồng nghiệp khác',
    ],
    withdrawal_takes_two_people: [
      'two people must approve this withdrawal',
      'Yêu cầu rút tiền này phải được hai nhân viên phê duyệt',
    ],
    bank_file_is_not_readable: [
      'this file cannot be read; nothing was imported',
      'Không đọc được tệp này; chưa nhập gì.',
    ],
    bank_file_is_of_another_kind: [
      'wrong file type: statements are camt.053, payment status reports pain.002; camt.052 and camt.054 are not imported',
      'Sai loại tệp: sao kê là camt.053, báo cáo trạng thái thanh toán là pain.002; không nhập camt.052 và camt.054',
    ],
    bank_file_is_of_another_account: [
      'this statement is for a different account than the receiving account',
      'Sao kê này không phải của tài khoản nhận tiền nạp',
    ],
    bank_file_is_in_another_currency: [
      'this file has amounts in another currency than the account, and nothing is converted; ask the bank for a file of this account alone',
      'Tệp này có số tiền bằng tiền tệ khác với tài khoản và không có gì được quy đổi; hãy yêu cầu ngân hàng xuất tệp của riêng tài khoản này',
    ],
    bank_statement_does_not_add_up: [
      'the opening balance plus the lines does not equal the closing balance; nothing was imported',
      'Số dư đầu kỳ cộng các dòng không bằng số dư cuối kỳ; chưa nhập gì',
    ],
    bank_statement_was_imported_otherwise: [
      'this statement was already imported with different lines; ask the bank which one is right',
      'Sao kê này đã được nhập với các dòng khác; hãy hỏi ngân hàng bản nào đúng',
    ],
    receiving_account_has_no_address: [
      'payments outside SEPA need the town and country of our account’s holder; add them in the setting “Receiving account”',
      'Thanh toán ngoài SEPA cần thành phố và quốc gia của chủ tài khoản của chúng ta; hãy thêm vào cài đặt “Tài khoản nhận tiền nạp”',
    ],
    receiving_account_is_not_in_latin_letters: [
      'banks read Latin letters only: “%{text}” of our account’s holder cannot be written in them; enter it in Latin letters, as the bank has it, in the setting “Receiving account”',
      'Ngân hàng chỉ đọc chữ Latinh: không thể viết “%{text}” của chủ tài khoản của chúng ta bằng chữ Latinh; hãy nhập bằng chữ Latinh, đúng như tại ngân hàng, trong cài đặt “Tài khoản nhận tiền nạp”',
    ],
    payee_is_not_in_latin_letters: [
      'banks read Latin letters only, and “%{text}” in %{reference}, to %{holder}, cannot be written in them. Leave it out of this file. Reject a withdrawal with the reason “Our bank cannot reach this bank”: the money is available again at once, and the member enters name and town in Latin letters, as the bank has them, and requests it again. Take a refund back in the list of refunds, and propose it again from its bank line with the name in Latin letters',
      'Ngân hàng chỉ đọc chữ Latinh, và không thể viết “%{text}” trong %{reference}, cho %{holder}, bằng chữ Latinh. Hãy bỏ khoản này khỏi tệp. Từ chối yêu cầu rút tiền với lý do “Ngân hàng của chúng tôi không chuyển được đến ngân hàng này”: tiền lập tức khả dụng trở lại, thành viên nhập tên và thành phố bằng chữ Latinh đúng như tại ngân hàng rồi yêu cầu lại. Với khoản hoàn trả, hãy thu lại trong danh sách hoàn trả rồi đề xuất lại từ dòng sao kê với tên bằng chữ Latinh',
    ],
    town_of_payee_is_not_in_latin_letters: [
      'banks read Latin letters only, and the town “%{text}” in %{reference}, to %{holder}, cannot be written in them. Leave it out of this file. Of a withdrawal, ask the member to save the town of their address in Latin letters: the next file takes it from there',
      'Ngân hàng chỉ đọc chữ Latinh, và không thể viết thành phố “%{text}” trong %{reference}, cho %{holder}, bằng chữ Latinh. Hãy bỏ khoản này khỏi tệp. Với yêu cầu rút tiền, hãy nhờ thành viên lưu thành phố trong địa chỉ bằng chữ Latinh: tệp tiếp theo sẽ lấy từ đó',
    ],
    receiving_account_is_not_set: [
      'set the receiving account first',
      'Hãy thiết lập tài khoản nhận tiền nạp trước',
    ],
    csv_mapping_is_unknown: ['this CSV mapping does not exist', 'Cách ghép cột CSV này không tồn tại'],
    bank_statement_is_unknown: ['this bank statement does not exist', 'Sao kê ngân hàng này không tồn tại'],
    bank_line_is_unknown: ['this bank line does not exist', 'Dòng sao kê này không tồn tại'],
    bank_line_is_in_another_state: ['this line has changed in the meantime', 'Dòng này vừa thay đổi'],
    bank_line_is_of_the_other_direction: [
      'the bank takes a fee and pays interest: this line has the other direction',
      'Phí là khoản ngân hàng trừ, lãi là khoản ngân hàng trả: dòng này có chiều ngược lại',
    ],
    bank_line_is_a_payment: [
      'this line names one of our references or somebody’s account: it is a payment, no fee or interest. Propose it as the payout that it names; a small debit beside a payout that is paid already can be booked as its fee',
      'Dòng này có mã tham chiếu của chúng ta hoặc tài khoản của ai đó: đây là khoản thanh toán, không phải phí hay lãi. Hãy đề xuất là khoản chi được nêu; khoản ghi nợ nhỏ bên cạnh khoản chi đã trả thì ghi được là phí',
    ],
    payout_report_is_of_another_file: [
      'the report names %{reference}, but says otherwise than that file (%{where}): a payment, amount, number or sum that is not in it. Ask the bank which file it is about; nothing was proposed',
      'Báo cáo nêu %{reference} nhưng khác tệp đó (%{where}): có khoản, số tiền, số lượng hoặc tổng không thuộc tệp. Hãy hỏi ngân hàng báo cáo này của tệp nào; chưa đề xuất gì',
    ],
    payout_report_contradicts_the_statements: [
      'the report rejects %{references}, which a statement has booked as paid. If the bank gives the money back, it comes with a statement; nothing was proposed',
      'Báo cáo từ chối %{references}, nhưng sao kê đã ghi là đã chi. Nếu ngân hàng trả lại tiền, khoản đó sẽ có trong sao kê; chưa đề xuất gì',
    ],
    bank_line_names_no_payout: [
      'this line names no payout of ours: type the reference of the withdrawal, the refund or the payment file, such as FW-7QM2-X9D4',
      'Dòng này không nêu khoản chi nào: hãy nhập mã của yêu cầu rút tiền, khoản hoàn trả hoặc tệp thanh toán, ví dụ FW-7QM2-X9D4',
    ],
    bank_line_names_another_payout: [
      'this line names %{reference}: it can be proposed as that payout and no other',
      'Dòng này nêu %{reference}: chỉ có thể đề xuất là khoản chi đó',
    ],
    bank_line_names_a_payout: [
      'the bank’s text names %{reference}, which we paid out: it is nobody else’s. If it is a withdrawal, assign it to its member: the full amount is booked as its return. Otherwise send it back to its sender',
      'Nội dung của ngân hàng nêu %{reference}, khoản chúng ta đã chi: tiền này không của ai khác. Nếu là yêu cầu rút tiền, hãy gán cho thành viên của nó: đủ số tiền thì được ghi là khoản trả lại. Nếu không, hãy hoàn trả người gửi',
    ],
    line_is_less_than_its_payout: [
      'the bank debited %{less} less than %{reference}, so there is no fee in it and the payee may not have everything. Ask the bank to take this booking back and to pay in full: a return that names %{reference} gives the member the money back, a debit of the full amount marks it as paid',
      'Ngân hàng trừ ít hơn %{reference} là %{less}, nên không có phí trong đó và người nhận có thể chưa nhận đủ. Hãy yêu cầu ngân hàng hủy giao dịch này và trả đủ: khoản trả lại nêu %{reference} hoàn tiền cho thành viên, khoản trừ đúng số tiền thì đánh dấu đã chi',
    ],
    rest_is_too_much_for_a_fee: [
      'the line is %{rest} more than %{reference}; a fee of the bank is taken to be at most %{highest}. Ask the bank what the rest is, and to book what is no fee of this payment on a line of its own',
      'Dòng này nhiều hơn %{reference} là %{rest}; phí ngân hàng được coi là tối đa %{highest}. Hãy hỏi ngân hàng phần còn lại là gì và yêu cầu ghi phần không phải phí thành một dòng riêng',
    ],
    bic_is_invalid: [
      'a BIC has 8 or 11 letters and digits, for example VCBAVNVX',
      'Mã BIC gồm 8 hoặc 11 chữ cái và chữ số, ví dụ VCBAVNVX',
    ],
    refund_goes_to_the_sender: [
      'money can be returned only to the account that sent it, at the bank it came from',
      'Tiền chỉ được trả về tài khoản đã chuyển đến, tại đúng ngân hàng đó',
    ],
    account_differs_from_the_imported_file: [
      'the imported file says another account than you typed. Compare it again with what the bank shows; if the file is wrong, have its statement revoked',
      'Tệp đã nhập ghi tài khoản khác với số bạn nhập. Hãy đối chiếu lại với những gì ngân hàng hiển thị; nếu tệp sai, hãy đề nghị thu hồi sao kê',
    ],
    account_of_the_payment_is_in_doubt: [
      'a later statement names another account for this payment. Compare both with the bank, and have the wrong statement revoked',
      'Một sao kê sau đó nêu tài khoản khác cho khoản này. Hãy đối chiếu cả hai với ngân hàng và đề nghị thu hồi sao kê sai',
    ],
    account_was_not_read_at_the_bank: [
      'nobody but the importer has compared the account with the bank. Reject this proposal; whoever proposes it again types the account as the bank shows it',
      'Ngoài người nhập tệp, chưa ai đối chiếu tài khoản với ngân hàng. Hãy từ chối đề xuất này; người đề xuất lại phải nhập tài khoản như ngân hàng hiển thị',
    ],
    refund_is_unknown: ['this refund does not exist', 'Khoản hoàn trả này không tồn tại'],
    refund_is_in_another_state: [
      'this refund has changed in the meantime',
      'Khoản hoàn trả này vừa thay đổi',
    ],
    refund_is_in_a_payment_file: [
      'this refund is in a payment file, which the bank may execute: it can be taken back once the file is deleted',
      'Khoản hoàn trả này đã nằm trong tệp thanh toán mà ngân hàng có thể thực hiện: chỉ thu lại được sau khi xóa tệp',
    ],
    payout_is_not_ready: [
      'one of these payouts cannot be included: it is not approved, is on hold, is in another file, or has no address of the payee, which payments outside SEPA need: reject it with that reason, so that the member can request it again. A refund to an account number needs the BIC of its bank: take it back and propose it again with it',
      'Không thể đưa một yêu cầu rút tiền vào tệp: chưa duyệt, đang tạm dừng, đã ở tệp khác, hoặc không có địa chỉ người nhận mà thanh toán ngoài SEPA cần: hãy từ chối với lý do này để thành viên yêu cầu lại. Hoàn trả về số tài khoản cần mã BIC của ngân hàng: hãy thu hồi khoản đó rồi đề xuất lại kèm mã này',
    ],
    payout_batch_is_unknown: ['this payment file does not exist', 'Tệp thanh toán này không tồn tại'],
    payout_batch_is_in_another_state: [
      'this payment file has changed in the meantime',
      'Tệp thanh toán này vừa thay đổi',
    ],
    execution_day_is_not_possible: [
      'the day of execution must be a working day of the bank, not before today and at most two weeks ahead',
      'Ngày thực hiện phải là ngày làm việc của ngân hàng, không trước hôm nay và không quá hai tuần tới',
    ],
    payout_batch_is_too_late: [
      'the day of execution of this file has passed; delete the file and create a new one',
      'Ngày thực hiện của tệp này đã qua; hãy xóa tệp và tạo tệp mới',
    ],
    payout_batch_was_not_sent_in_time: [
      'the day of execution of this file has passed; do not upload it any more. Two operators say on its page whether the bank has it: then it is marked as sent, otherwise deleted',
      'Ngày thực hiện của tệp này đã qua; đừng tải tệp lên nữa. Hai nhân viên xác nhận trên trang của tệp ngân hàng đã có tệp hay chưa: có thì đánh dấu đã gửi, chưa thì xóa',
    ],
    payout_batch_is_not_late: [
      'the day of execution of this file has not passed; upload it to the bank and mark it as sent',
      'Ngày thực hiện của tệp này chưa qua; hãy tải lên ngân hàng và đánh dấu đã gửi',
    ],
    payout_batch_may_be_at_the_bank: [
      'the bank may have this file: it can be deleted once accepted statements cover three banking days after its day of execution, without any debit that could be one of its payments, and if the bank has reported nothing on it',
      'Ngân hàng có thể đã có tệp này: chỉ xóa được khi sao kê đã chấp nhận bao gồm ba ngày làm việc sau ngày thực hiện mà không có khoản ghi nợ nào có thể thuộc tệp, và ngân hàng chưa báo cáo gì về tệp',
    ],
    payout_batch_is_named_by_the_bank: [
      'the bank has executed this file, in whole or in part: its line of %{day} over %{amount} names %{reference}. Nothing of it can be deleted or returned; what did not leave comes back with the bank’s status report or with the credit that returns it',
      'Ngân hàng đã thực hiện tệp này, toàn bộ hoặc một phần: dòng sao kê ngày %{day}, số tiền %{amount}, có mã %{reference}. Không thể xóa hay hoàn trả khoản nào của tệp; khoản chưa chuyển sẽ trở lại theo báo cáo trạng thái của ngân hàng hoặc theo khoản ghi có hoàn trả',
    ],
    payout_batch_is_paid_in_part: [
      'the bank has executed this file: %{reference} is paid. Nothing of it can be deleted or returned; what did not leave comes back with the bank’s status report or with the credit that returns it',
      'Ngân hàng đã thực hiện tệp này: %{reference} đã được thanh toán. Không thể xóa hay hoàn trả khoản nào của tệp; khoản chưa chuyển sẽ trở lại theo báo cáo trạng thái của ngân hàng hoặc theo khoản ghi có hoàn trả',
    ],
    withdrawal_is_in_a_payment_file: [
      'this withdrawal is in a payment file the bank may execute; it can no longer be refused',
      'Yêu cầu rút tiền này đã nằm trong tệp thanh toán mà ngân hàng có thể thực hiện; không thể từ chối nữa',
    ],
    withdrawal_goes_back_to_the_card: [
      'this withdrawal goes back to the card that paid it in; the provider decides it, and nobody has to',
      'Yêu cầu rút tiền này được trả về thẻ đã nạp; nhà cung cấp thẻ quyết định, không ai phải duyệt',
    ],
    card_event_is_unknown: [
      'this card provider event does not exist',
      'Sự kiện này của nhà cung cấp thẻ không tồn tại',
    ],
    card_event_needs_no_review: ['this event needs no review', 'Sự kiện này không cần xem xét'],
    nothing_has_this_name: [
      'nothing has this name, number, link or reference',
      'không có gì mang tên, số, liên kết hoặc mã tham chiếu này',
    ],
    several_have_this_name: [
      'several have this name: enter a reference, a link or an ID',
      'nhiều mục cùng mang tên này: hãy nhập mã tham chiếu, liên kết hoặc ID',
    ],
    member_is_unknown: ['this member does not exist', 'Thành viên này không tồn tại'],
    member_is_not_locked: ['this account is not locked', 'Tài khoản này không bị khóa'],
    look_at_the_member_first: [
      'open this member first and give a reason',
      'Hãy mở hồ sơ thành viên này và ghi lý do trước',
    ],
    member_is_locked_for_security: [
      'this account has a security lock; unlocking it needs dual approval',
      'Tài khoản này bị khóa bảo mật; mở khóa cần phê duyệt kép',
    ],
    note_is_unknown: ['this note does not exist', 'Ghi chú này không tồn tại'],
    note_was_replaced: [
      'a colleague has corrected or ended this note meanwhile',
      'một đồng nghiệp vừa sửa hoặc kết thúc ghi chú này',
    ],
    member_has_too_many_tags: [
      'this member has %{max} tags already; remove one first',
      'Thành viên này đã có %{max} nhãn; hãy gỡ bớt một nhãn',
    ],
    session_is_unknown: [
      'this session does not exist or has ended',
      'Phiên này không tồn tại hoặc đã kết thúc',
    ],
    // settings, levels and their versions
    somebody_else_has_changed_this: [
      'someone else has changed this in the meantime; reload it before you save',
      'Người khác vừa thay đổi mục này; hãy tải lại trước khi lưu',
    ],
    payout_account_was_changed_by_staff: [
      'operators have changed this payout account in the last 30 days; ask the member to change it in the app',
      'Nhân viên đã đổi tài khoản nhận tiền rút này trong 30 ngày qua; hãy đề nghị thành viên tự đổi trong ứng dụng',
    ],
    nothing_would_change: ['no changes to save', 'Không có thay đổi nào để lưu'],
    version_is_unknown: ['this version does not exist', 'Phiên bản này không tồn tại'],
    minimum_withdrawal_is_too_high: [
      'this minimum is too high: it would keep members from their money (promise 5)',
      'Mức tối thiểu này quá cao: thành viên sẽ không lấy được tiền của mình (cam kết 5)',
    ],
    withdrawal_fee_is_too_high: [
      'the fee is more than 10 % of the minimum withdrawal',
      'Phí vượt quá 10% số tiền rút tối thiểu',
    ],
    postal_code_has_another_form: [
      'Postal codes of %{country} are written like %{example}',
      'Mã bưu chính của %{country} viết như %{example}',
    ],
    account_stands_for_something_else: [
      'Another kind of money has this account; they would be one line in the books.',
      'Tài khoản này đã dùng cho loại tiền khác; trong sổ sẽ thành một dòng.',
    ],
    vat_currency_is_missing: [
      'A seller in %{country} states VAT in %{currency} too: please give the rate of exchange.',
      'Bên bán ở %{country} phải ghi VAT bằng cả %{currency}: vui lòng nhập tỷ giá.',
    ],
    vat_rate_is_missing: [
      'No VAT rate of %{country} is set for today.',
      'Chưa có thuế suất VAT của %{country} cho hôm nay.',
    ],
    network_is_not_public: [
      'Not all addresses of %{network} are public: enter the networks in which the internet sees the phones.',
      'Không phải mọi địa chỉ của %{network} đều công khai: hãy nhập các mạng mà internet thấy điện thoại ở đó.',
    ],
    networks_are_too_wide: [
      'Together these are more than mobile operators have: at most %{ipv4} addresses of IPv4, and of IPv6 at most a /%{ipv6}.',
      'Tổng các mạng này lớn hơn mạng của các nhà mạng di động: tối đa %{ipv4} địa chỉ IPv4, và tối đa một /%{ipv6} của IPv6.',
    ],
    link_host_is_not_configured: [
      '%{host} is not allowed by the deployment’s configuration; allowed hosts: %{hosts}',
      'Cấu hình của hệ thống không cho phép %{host}; các máy chủ được phép: %{hosts}',
    ],
    currency_cannot_change: [
      'the ledger already uses this currency; it can no longer be changed',
      'Sổ cái đã dùng tiền tệ này; không thể đổi nữa',
    ],
    level_can_only_be_bought: [
      'every paid level must also be earnable free of charge (promise 1)',
      'Mọi hạng trả phí cũng phải có thể đạt được miễn phí (cam kết 1)',
    ],
    first_level_must_stay: [
      'every member starts at the first level: it must stay first, free of charge and without conditions',
      'Mọi thành viên bắt đầu từ hạng đầu: hạng này luôn đứng đầu, miễn phí, không điều kiện',
    ],
    level_gives_less_than_the_one_below: [
      'a level must offer at least as much as the level below it, and require at least as much',
      'Một hạng phải có quyền lợi và điều kiện ít nhất bằng hạng ngay dưới',
    ],
    level_name_is_taken: ['another level already has this name', 'Một hạng khác đã có tên này'],
    level_is_in_use: [
      'members have or had this level, so it cannot be removed',
      'Đang hoặc từng có thành viên ở hạng này nên không thể xóa',
    ],
    // broadcasts and content
    invitation_is_unknown: ['this invitation does not exist', 'Lời mời này không tồn tại'],
    invitation_is_not_open: [
      'this invitation is used up, expired or already ended',
      'Lời mời này đã dùng hết, hết hạn hoặc đã kết thúc',
    ],
    invitation_end_is_not_possible: [
      'choose an end date within 30 days',
      'Hãy chọn ngày kết thúc trong vòng 30 ngày tới',
    ],
    broadcast_is_unknown: ['this broadcast does not exist', 'Thông báo hàng loạt này không tồn tại'],
    broadcast_is_in_another_state: [
      'this broadcast has already started, been sent or been cancelled',
      'Thông báo này đã bắt đầu gửi, đã gửi xong hoặc đã hủy',
    ],
    broadcast_names_an_address: [
      'do not include web addresses; link to a screen of the app instead',
      'Không ghi địa chỉ web; hãy dẫn đến một màn hình của ứng dụng',
    ],
    broadcast_time_is_not_possible: [
      'choose a future time within one year',
      'Hãy chọn thời điểm trong vòng một năm tới',
    ],
    mail_goes_to_our_own_addresses: [
      'choose an address of the house: at the domain of an alarm address (ALARM_MAIL), or one of them',
      'Hãy chọn địa chỉ nội bộ: cùng tên miền với địa chỉ cảnh báo (ALARM_MAIL), hoặc chính địa chỉ đó',
    ],
    broadcast_reaches_nobody: [
      'no members match this audience',
      'Không có thành viên nào thuộc nhóm nhận này',
    ],
    page_is_empty: ['the page is empty', 'Trang chưa có nội dung'],
    terms_come_too_soon: [
      'a new version is announced at least 30 days before it holds; choose a later day',
      'Phiên bản mới phải được thông báo ít nhất 30 ngày trước khi có hiệu lực; hãy chọn ngày muộn hơn',
    ],
    terms_come_before_the_last: [
      'another version holds from that day or later; choose a day after it',
      'Một phiên bản khác có hiệu lực từ ngày đó hoặc muộn hơn; hãy chọn ngày sau đó',
    ],
    film_is_not_readable: ['choose an MP4 or WebM video', 'Hãy chọn video MP4 hoặc WebM'],
    film_is_too_large: ['a video must be at most 20 MB', 'Video có tối đa 20 MB'],
    film_is_unknown: [
      'no video or image found at this address',
      'Không tìm thấy video hoặc hình ảnh ở địa chỉ này',
    ],
    file_is_no_longer_here: [
      'this file is no longer available; choose it again',
      'Tệp này không còn nữa; hãy chọn lại',
    ],
    captions_are_not_readable: [
      'captions must be WebVTT: a WEBVTT line, then times and texts',
      'Phụ đề phải là WebVTT: dòng WEBVTT, rồi thời gian và lời',
    ],
    // the ledger
    member_account_is_closed: [
      'this account is closed, so nobody could reach the money: choose an open account, or send a payment back to its sender',
      'Tài khoản này đã đóng nên không ai dùng được tiền: hãy chọn tài khoản đang mở, hoặc hoàn tiền cho người gửi',
    ],
    account_is_unknown: ['this ledger account does not exist', 'Tài khoản sổ cái này không tồn tại'],
    entry_is_unknown: ['this ledger entry does not exist', 'Bút toán này không tồn tại'],
    adjustment_is_not_possible: [
      'this type of adjustment is not possible between these accounts; the bank’s interest is booked from its line',
      'Không thể điều chỉnh kiểu này giữa hai tài khoản đó; lãi ngân hàng được ghi sổ từ dòng sao kê',
    ],
    receiving_page_is_proposed_alone: [
      'the receiving page is proposed alone, by an owner',
      'Trang tài khoản nhận tiền nạp phải được đề xuất riêng, bởi chủ sở hữu',
    ],
    this_text_takes_two_people: [
      'this text names an account, a phone, a mail address or a foreign link; it was proposed to another operator',
      'Văn bản này nêu tài khoản, số điện thoại, thư điện tử hoặc liên kết ngoài; đã đề xuất cho nhân viên khác duyệt',
    ],
    reason_names_contact_details: [
      'leave accounts, phones, mail addresses and foreign links out of this reason',
      'Hãy bỏ số tài khoản, số điện thoại, thư điện tử và liên kết ngoài khỏi lý do này',
    ],
    corrected_entry_is_required: [
      'name the entry that gave the member too much',
      'Hãy ghi bút toán đã ghi có thừa cho thành viên',
    ],
    entry_cannot_be_corrected: [
      'this entry gave this member nothing, or it is an award, which is never taken back',
      'Bút toán này không ghi có cho thành viên này, hoặc là tiền thưởng, khoản không bao giờ bị thu lại',
    ],
    correction_exceeds_what_was_given: [
      'together with earlier corrections this is more than the entry gave',
      'Cộng với các lần sửa trước, số tiền này nhiều hơn số bút toán đã ghi có',
    ],
    adjustment_exceeds_what_is_there: [
      'the source account does not have enough available',
      'Tài khoản chuyển đi không đủ số tiền khả dụng',
    ],
    less_vat_is_owed: [
      'the VAT owed now is %{owed}. If the bank’s rate made another amount of it, enter what it settles; if more is paid than is owed yet, switch on “Also VAT that is not owed yet”',
      'VAT phải nộp hiện nay là %{owed}. Nếu tỷ giá của ngân hàng làm số tiền khác đi, hãy nhập số VAT được trả; nếu nộp cả phần chưa đến hạn, hãy bật “Cả VAT chưa đến hạn phải nộp”',
    ],
    exchange_difference_is_too_large: [
      'the debit and the VAT that it settles differ by more than a fifth: check the amount',
      'Khoản ghi nợ và VAT mà khoản đó trả chênh nhau hơn một phần năm: hãy kiểm tra số tiền',
    ],
    own_money_does_not_suffice: [
      'this takes %{needed} of the platform’s own money, which has %{there}: the rest would be members’ money. Bring own money in first, or wait until more is earned',
      'Việc này cần %{needed} tiền riêng của nền tảng, hiện chỉ có %{there}: phần còn lại sẽ là tiền của thành viên. Hãy đưa thêm tiền riêng vào trước, hoặc chờ đến khi có thêm doanh thu',
    ],
    refund_is_of_what_was_paid: [
      'this member paid for this campaign or level: propose a refund of it, which reduces its price by a credit note with its VAT',
      'Thành viên này đã trả tiền cho chiến dịch hoặc cấp này: hãy đề xuất hoàn tiền cho chính khoản đó, để giảm giá bằng phiếu ghi có kèm VAT',
    ],
    nothing_was_found_here: [
      'this account can be adjusted only where the ledger check found a difference',
      'Chỉ điều chỉnh được tài khoản này khi kiểm tra sổ cái phát hiện chênh lệch',
    ],
    refund_exceeds_what_was_invoiced: [
      'of what was spent and invoiced, %{left} is left to refund. What was not spent comes back by the rules; more than that is an adjustment, without a document',
      'Trong phần đã dùng và đã xuất hóa đơn, còn %{left} có thể hoàn. Phần chưa dùng được hoàn theo quy tắc; nhiều hơn là điều chỉnh, không có chứng từ',
    ],
    refund_refers_to_nothing_of_theirs: [
      'this member has no such order, campaign or level',
      'Thành viên này không có đơn, chiến dịch hoặc hạng đó',
    ],
    check_is_unknown: ['this ledger check does not exist', 'Lần kiểm tra sổ cái này không tồn tại'],
    freeze_is_unknown: ['this freeze does not exist', 'Lệnh tạm dừng này không tồn tại'],
    check_still_finds_this: [
      'the last ledger check still finds the difference; resolve it first',
      'Lần kiểm tra sổ cái gần nhất vẫn thấy chênh lệch; hãy giải quyết trước',
    ],
    check_the_ledger_first: [
      'run a ledger check first: a check from the last hour must show no difference',
      'Hãy kiểm tra sổ cái trước: một lần kiểm tra trong giờ qua phải không có chênh lệch',
    ],
    bonus_and_discount_exceed_the_service_fee: [
      'the highest bonus plus the highest discount must not exceed the service fee',
      'Mức thưởng thêm cao nhất cộng mức giảm giá cao nhất không được vượt quá phí dịch vụ',
    ],
    order_is_not_in_review: ['this order is not in review', 'Đơn này không ở trạng thái chờ xem xét'],
    objection_is_unknown: ['this objection does not exist', 'Khiếu nại này không tồn tại'],
    report_is_unknown: ['this report does not exist', 'Báo cáo này không tồn tại'],
    report_is_decided: ['these reports have already been closed', 'Các báo cáo này đã được đóng'],
    objection_is_decided: ['this objection has already been decided', 'Khiếu nại này đã có quyết định'],
    another_operator_must_decide: [
      'another operator must decide: you made the first decision',
      'Cần một nhân viên khác quyết định: bạn là người quyết định lần đầu',
    ],
    complaint_is_decided: ['this complaint has already been decided', 'Khiếu nại này đã có quyết định'],
    you_decided_this_yourself: [
      'another operator must decide: the complaint is about a decision of yours',
      'Cần một nhân viên khác quyết định: khiếu nại này là về quyết định của bạn',
    ],
    statement_names_another_member: [
      'the statement names a member, and members linked with them read it: write without names',
      'Văn bản nêu tên một thành viên, và các thành viên có liên kết cũng đọc: hãy viết không nêu tên',
    ],
    there_is_no_complaint_here: [
      'this conversation is not a complaint: answer it',
      'Cuộc trao đổi này không phải khiếu nại: hãy trả lời',
    ],
    these_facts_were_decided_otherwise: [
      'a complaint about the same facts was decided in the member’s favour: these facts cannot count again',
      'Khiếu nại về cùng sự việc đã được quyết định có lợi cho thành viên: không thể dùng lại sự việc đó',
    ],
    nothing_is_due_here: ['no answer is due here', 'Ở đây không có câu trả lời nào đến hạn'],
    due_time_was_moved_already: [
      'the due time has been moved already; it can be moved only once',
      'Thời hạn đã được dời, và chỉ được dời một lần',
    ],
    due_time_is_not_possible: [
      'before the due time has passed it can be moved, by at most 72 hours',
      'Chỉ dời được khi thời hạn chưa qua, và muộn hơn nhiều nhất 72 giờ',
    ],
    conversation_is_unknown: ['this conversation does not exist', 'Cuộc trao đổi này không tồn tại'],
    conversation_is_closed: ['this conversation is closed', 'Cuộc trao đổi này đã đóng'],
    conversation_is_full: [
      'this conversation is full: close it, and the member starts a new one',
      'Cuộc trao đổi này đã đầy: hãy đóng lại để thành viên bắt đầu cuộc mới',
    ],
    conversation_is_not_answered: [
      'answer the conversation before you close it',
      'Hãy trả lời cuộc trao đổi trước khi đóng',
    ],
    complaint_is_not_decided: ['decide the complaint first', 'Hãy quyết định khiếu nại trước'],
    template_is_unknown: ['this template does not exist', 'Mẫu trả lời này không tồn tại'],
    there_are_too_many_templates: [
      'there are as many templates as there can be: delete one first',
      'Đã đủ số mẫu trả lời: hãy xóa bớt một mẫu',
    ],
    visit_is_not_in_question: [
      'this visit is not part of the decision',
      'Lượt truy cập này không thuộc phần cần quyết định',
    ],
    reason_is_required: ['enter a reason', 'Vui lòng nhập lý do'],
    reason_needs_four_words: [
      'write a sentence of at least four words: others must understand it later',
      'Hãy viết một câu ít nhất bốn từ để người khác hiểu được về sau',
    ],
    deposit_is_settled: ['this deposit is already completed', 'Khoản nạp tiền này đã hoàn tất'],
    withdrawal_is_in_another_state: [
      'this withdrawal has changed in the meantime',
      'Yêu cầu rút tiền này vừa thay đổi',
    ],
    campaign_is_not_in_review: [
      'this campaign is not waiting for review',
      'Chiến dịch này không ở trạng thái chờ duyệt',
    ],
  } satisfies Record<OperatorMessageCode, Text> & Partial<Record<MessageCode, Text>>,
} satisfies Texts
