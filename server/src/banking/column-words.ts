// Words and headings by which banks say of a line whether it is a credit or a debit, and whether it is booked (csv.test.ts).
import { foldWord } from '@fairturn/contract/backoffice/csv-mapping'

/** The words of banks for credit and debit, as pairs: both in one column give the direction. */
const DIRECTION_WORDS: readonly (readonly [credit: string, debit: string])[] = [
  ['bij', 'af'], ['h', 's'], ['haben', 'soll'], ['c', 'd'], ['k', 'd'], ['cr', 'dr'], ['c', 'dt'], ['credit', 'debit'],
  ['crdt', 'dbit'], ['crédit', 'débit'], ['crédito', 'débito'], ['haber', 'debe'], ['abono', 'cargo'], ['avere', 'dare'],
  ['entrata', 'uscita'], ['in', 'out'], ['money in', 'money out'], ['incoming', 'outgoing'], ['eingang', 'ausgang'],
  ['gutschrift', 'lastschrift'], ['gutschrift', 'belastung'], ['potražuje', 'duguje'], ['uplata', 'isplata'],
  ['odobrenje', 'zaduženje'], ['uznanie', 'obciążenie'], ['có', 'nợ'], ['ghi có', 'ghi nợ'], ['貸', '借'],
  ['入金', '出金'], ['입금', '출금'], ['收入', '支出'], ['贷', '借'], ['+', '-'], ['rd', 'rc'],
  ['credits', 'debits'], ['ct', 'dt'], ['paid in', 'paid out'], ['payment in', 'payment out'], ['received', 'sent'],
  ['deposit', 'withdrawal'], ['inbound', 'outbound'], ['inflow', 'outflow'], ['credito', 'debito'], ['accredito', 'addebito'],
  ['kredit', 'debet'], ['kredit', 'debit'], ['credit', 'debet'], ['bijschrijving', 'afschrijving'], ['in', 'uit'], ['in', 'ut'],
  ['inn', 'ut'], ['ind', 'ud'], ['insättning', 'uttag'], ['indbetaling', 'udbetaling'], ['hyvitys', 'veloitus'],
  ['tulo', 'meno'], ['entrada', 'salida'], ['entrada', 'saída'], ['ingreso', 'gasto'], ['receita', 'despesa'],
  ['recebido', 'enviado'], ['entrée', 'sortie'], ['recette', 'dépense'], ['encaissement', 'décaissement'],
  ['einzahlung', 'auszahlung'], ['einnahme', 'ausgabe'], ['wpływ', 'wydatek'], ['ma', 'wn'],
  ['příchozí', 'odchozí'], ['příjem', 'výdaj'], ['príjem', 'výdaj'], ['prihod', 'rashod'], ['priliv', 'odliv'],
  ['potražuje', 'zadužuje'], ['jóváírás', 'terhelés'], ['intrare', 'ieșire'], ['alacak', 'borç'], ['giriş', 'çıkış'],
  ['кредит', 'дебет'], ['приход', 'расход'], ['зачисление', 'списание'], ['уплата', 'исплата'], ['потражује', 'дугује'],
  ['πίστωση', 'χρέωση'], ['دائن', 'مدين'], ['זכות', 'חובה'], ['เครดิต', 'เดบิต'], ['ฝาก', 'ถอน'], ['masuk', 'keluar'],
  ['tiền vào', 'tiền ra'], ['貸方', '借方'], ['入', '出'], ['入金', '支払'], ['입', '출'], ['贷方', '借方'],
  ['收', '支'], ['存入', '支出'], ['存入', '支取'], ['转入', '转出'], ['貸', '欠'],
] // prettier-ignore
const CREDIT_WORDS = new Set(DIRECTION_WORDS.map(([credit]) => credit))
const DEBIT_WORDS = new Set(DIRECTION_WORDS.map(([, debit]) => debit))

const MARKS = /[\u0307_.:*!…()[\]"„“”]| {2}|[^\S ]/u

/** As the lists have it: without marks around it, and with a space for an underscore. */
function plainWord(text: string): string {
  const word = foldWord(text)
  if (!MARKS.test(word)) return word
  return word
    .replace(/\u0307/g, '') // of a Turkish İ
    .replace(/[\s_]+/g, ' ')
    .replace(/(?<=.)[\s.:*!…)\]"”]+$|^[\s*([„“"]+(?=.)/gu, '')
}

type Direction = 'credit' | 'debit' | 'either'
type Status = 'pending' | 'booked'

function directionOfPlain(plain: string): Direction | undefined {
  const isDebit = DEBIT_WORDS.has(plain)
  if (CREDIT_WORDS.has(plain)) return isDebit ? 'either' : 'credit'
  return isDebit ? 'debit' : undefined
}

/** What a whole cell says, if it is a word of banks for a direction; some are of one bank's credit and another's debit. */
export const directionOf = (word: string): Direction | undefined => directionOfPlain(plainWord(word))

/** Whether a credit's and a debit's word of one list are among some. */
export const hasPair = (words: ReadonlySet<string>): boolean =>
  DIRECTION_WORDS.some(([credit, debit]) => words.has(credit) && words.has(debit))

const DIRECTION_HEADING =
  /^(?:(?:transaction |payment |cash ?flow )?direction|(?:buchungs|umsatz|zahlungs)?richtung|vorzeichen|sign|signo|signe|дт\/?кт|cdtdbtind(?:icator)?|s\/?h|h\/?s|d\/?c|c\/?d|d\/?k|k\/?d|sens|sentido|segno|sinal|kierunek|smer|smjer|směr|suunta|retning|riktning|yön(?:ü)?|irány|semn|направление|напрям|смер|κατεύθυνση|chiều(?: giao dịch)?|hướng|ทิศทาง|الاتجاه|方向|交易方向|借贷(?:标志|方向)?|借貸|收支(?:类型)?|入出金(?:区分)?|入払(?:区分)?|貸借(?:区分)?|입출금?(?: ?구분)?)$/u

/** Whether a heading says that a column holds directions: by its name, or by words for both. */
export function namesDirection(heading: string): boolean {
  const parts = heading.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').split(/[\s/\\|_,()-]+/)
  const said = new Set(parts.map(directionOf))
  return DIRECTION_HEADING.test(plainWord(heading)) || (said.has('credit') && said.has('debit'))
}

/** Headings of columns in which no bank says which way an amount went: places, numbers of lines, names of our own account. */
const UNRELATED_HEADING =
  /^(?:id|nr|no|lp|stt|№|序号|番号|번호|연번|product|produkt|produit|producto|prodotto|produto)$|(?:^|[\s_/-])(?:account (?:name|holder)|kontobezeichnung|kontoname|country(?:[ _-]?code)?|city|town|branch(?: name)?|bank name|bic|swift|time ?zone|land|staat|ort|filiale|pays|ville|agence|país|ciudad|sucursal|paese|città|cidade|agência|kraj|miasto|oddział|země|krajina|město|mesto|država|grad|filijala|ország|város|țara|oraș|ülke|şehir|şube|страна|город|земља|град|quốc gia|thành phố|chi nhánh)$|^(?:国|国名|国家|国家\/地区|支店(?:名)?|支店コード|국가|지점(?:명)?|취급점|开户行|网点|ประเทศ|สาขา)$/u

export const namesUnrelated = (heading: string): boolean => UNRELATED_HEADING.test(plainWord(heading))

/** The words of banks for lines that are not booked: not yet, or never. */
const PENDING_WORDS = new Set([
  'pending', 'pdng', 'pend', 'processing', 'in process', 'in progress', 'authorised', 'authorized', 'not booked', 'unbooked',
  'not posted', 'unposted', 'uncleared', 'unsettled', 'on hold', 'scheduled', 'queued', 'cancelled', 'canceled', 'failed',
  'declined', 'denied', 'rejected', 'reverted', 'refused', 'expired', 'voided', 'rjct', 'canc', 'futr', 'awaiting', 'waiting',
  'vorgemerkt', 'umsatz vorgemerkt', 'vormerkung', 'ausstehend', 'schwebend', 'in bearbeitung', 'nicht gebucht', 'nicht verbucht', 'ungebucht',
  'storniert', 'abgebrochen', 'abgelehnt', 'fehlgeschlagen', 'zurückgewiesen', 'reserviert', 'geplant', 'widerrufen',
  'en attente', 'en cours', 'en cours de traitement', 'en traitement', 'à venir', 'a venir', 'en suspens', 'non comptabilisé',
  'non comptabilisée', 'rejeté', 'rejetée', 'annulé', 'annulée', 'échoué', 'échouée', 'refusé', 'refusée',
  'pendiente', 'en proceso', 'en curso', 'no contabilizado', 'no contabilizada', 'cancelado', 'cancelada', 'rechazado',
  'rechazada', 'fallido', 'fallida', 'anulado', 'anulada', 'retenido', 'retenida', 'denegado', 'denegada',
  'pendente', 'em processamento', 'em andamento', 'não contabilizado', 'rejeitado', 'rejeitada', 'recusado', 'recusada',
  'falhou', 'falhado', 'falhada', 'agendado', 'agendada',
  'in attesa', 'in sospeso', 'non contabilizzato', 'non contabilizzata', 'in corso', 'in lavorazione', 'in elaborazione',
  'da contabilizzare', 'annullato', 'annullata', 'rifiutato', 'rifiutata', 'respinto', 'respinta', 'fallito', 'fallita',
  'in behandeling', 'gereserveerd', 'niet verwerkt', 'niet geboekt', 'geannuleerd', 'geweigerd', 'afgewezen', 'mislukt', 'gepland',
  'oczekujące', 'oczekująca', 'oczekujący', 'w trakcie', 'w realizacji', 'niezaksięgowane', 'niezaksięgowana', 'nierozliczone',
  'nierozliczona', 'anulowane', 'anulowana', 'odrzucone', 'odrzucona', 'nieudane', 'nieudana', 'blokada', 'zablokowane',
  'na čekanju', 'u obradi', 'rezervisano', 'rezervirano', 'neproknjiženo', 'otkazano', 'odbijeno', 'stornirano', 'neuspešno',
  'neuspješno', 'poništeno', 'nerealizovano', 'neizvršeno', 'на чекању', 'у обради', 'одбијено', 'отказано', 'резервисано',
  'čeká', 'čekající', 'čeká na zpracování', 'čakajúce', 'blokace', 'blokácia', 'nezaúčtováno', 'nezaúčtované', 'zrušeno', 'zrušené',
  'zamítnuto', 'zamietnuté', 'zpracovává se', 'függőben', 'folyamatban', 'nem könyvelt', 'zárolt', 'zárolás', 'elutasítva',
  'elutasított', 'törölve', 'sikertelen', 'în așteptare', 'în curs', 'în procesare', 'anulat', 'anulată', 'respins', 'respinsă',
  'eșuat', 'eșuată', 'väntande', 'reserverad', 'preliminär', 'ej bokförd', 'avvisad', 'makulerad', 'misslyckad', 'avbruten',
  'afventer', 'reserveret', 'ikke bogført', 'afvist', 'annulleret', 'venter', 'reservert', 'ikke bokført', 'avvist', 'kansellert',
  'under behandling', 'odottaa', 'odottava', 'katevaraus', 'kesken', 'hylätty', 'peruttu', 'peruutettu', 'epäonnistui', 'ei kirjattu',
  'beklemede', 'bekliyor', 'provizyon', 'provizyonda', 'iptal', 'iptal edildi', 'reddedildi', 'başarısız', 'işlemde',
  'в ожидании', 'ожидает', 'в обработке', 'обрабатывается', 'не проведено', 'не проведена', 'отклонено', 'отклонена', 'отменено',
  'отменена', 'холд', 'в очікуванні', 'очікує', 'в обробці', 'відхилено', 'скасовано',
  'εκκρεμεί', 'σε εκκρεμότητα', 'εκκρεμής', 'ακυρώθηκε', 'απορρίφθηκε', 'απέτυχε', 'ממתין', 'בהמתנה', 'נדחה', 'בוטל',
  'รอดำเนินการ', 'กำลังดำเนินการ', 'ยกเลิก', 'ล้มเหลว', 'ไม่สำเร็จ', 'ถูกปฏิเสธ', 'معلق', 'معلقة', 'قيد الانتظار', 'قيد المعالجة',
  'ملغى', 'ملغاة', 'مرفوض', 'مرفوضة', 'فاشلة', 'tertunda', 'menunggu', 'diproses', 'gagal', 'dibatalkan', 'ditolak',
  'chờ xử lý', 'đang xử lý', 'đang chờ', 'chờ duyệt', 'chưa hạch toán', 'chưa ghi sổ', 'thất bại', 'không thành công', 'đã hủy',
  'đã huỷ', 'từ chối', 'bị từ chối', 'tạm giữ', '保留', '処理中', '未確定', '未処理', '未決済', '取消', '取消済', 'キャンセル', '失敗', '却下',
  '처리중', '처리 중', '대기', '대기중', '대기 중', '보류', '미처리', '취소', '취소됨', '실패', '거절', '미승인',
  '处理中', '待处理', '待入账', '未入账', '未记账', '待确认', '失败', '交易失败', '取消', '已取消', '已撤销', '已拒绝', '已冻结', '處理中', '待處理',
]) // prettier-ignore
/** Those that say so under a heading of a status alone: elsewhere they are words like any. */
const PENDING_UNDER_HEADING = new Set([
  'open', 'offen', 'hold', 'held', 'info', 'new', 'returned', 'refunded', 'reversed', 'zurückgegeben', 'devuelto', 
  'error', 'fehler', 'ошибка', 'отказ', 'エラー', '拒否', '予約', '予定', '예정', '退回', 'void', 'varaus', 'prenotato', 'autorizzato',
]) // prettier-ignore
const BOOKED_WORDS = new Set([
  'gebucht', 'umsatz gebucht', 'booked', 'book', 'posted', 'completed', 'complete', 'settled', 'executed', 'comptabilisé', 'exécuté', 'passé',
  'contabilizado', 'ejecutado', 'contabilizzato', 'eseguito', 'verwerkt', 'geboekt', 'zaksięgowane', 'zaksięgowana',
  'proknjiženo', 'izvršeno', 'realizovano', 'hoàn thành', 'thành công', 'đã xử lý', '確定', '完了', '완료', '已完成', '已入账', '成功',
  'verbucht', 'ausgeführt', 'cleared', 'processed', 'comptabilisée', 'exécutée', 'contabilizada', 'contabilizzata', 'eseguita',
  'bogført', 'bokført', 'bokförd', 'kirjattu', 'könyvelt', 'tamamlandı', 'проведено', 'исполнено', 'выполнено', 'прокњижено',
  'извршено', 'ολοκληρώθηκε', 'สำเร็จ', 'مكتملة', 'đã hạch toán', 'đã ghi sổ', '記帳済', '已记账', '交易成功',
]) // prettier-ignore

function statusOfPlain(plain: string, isHeaded: boolean): Status | undefined {
  if (PENDING_WORDS.has(plain) || (isHeaded && PENDING_UNDER_HEADING.has(plain))) return 'pending'
  return BOOKED_WORDS.has(plain) ? 'booked' : undefined
}

/** What a whole cell says of whether a line is booked. Under a heading of a status more words do. */
export const statusOf = (word: string, isHeaded = false): Status | undefined =>
  statusOfPlain(plainWord(word), isHeaded)

/** Both of one cell. */
export function readWord(
  word: string,
  isHeaded: boolean,
): { direction: Direction | undefined; status: Status | undefined } {
  const plain = plainWord(word)
  return { direction: directionOfPlain(plain), status: statusOfPlain(plain, isHeaded) }
}

const PENDING_PART =
  /(?<!\p{L})(?:pending|not (?:yet )?(?:booked|posted)|unposted|vorgemerkte?[rns]?|vormerkung|nicht (?:gebucht|verbucht)|en attente|pendientes?|pendentes?|in attesa|non contabilizzat[oa]|in behandeling|oczekując[aey]|niezaksięgowan[aey]|blokada|na čekanju|čekající|čakajúc[ei]|függőben|în așteptare|väntande|afventer|odottaa|beklemede|provizyon|в ожидании|не проведен[оа]|εκκρεμεί|đang chờ|chờ (?:xử lý|duyệt)|chưa (?:hạch toán|ghi sổ))(?!\p{L})|保留|未確定|未決済|未処理|処理中|处理中|待处理|待入账|未入账|보류|대기 ?중|미처리|처리 ?중/u

/** Whether one word of several says that a line is not booked yet: `Pending transaction`. */
export const saysPendingInParts = (word: string): boolean => PENDING_PART.test(plainWord(word))

const KIND_HEADING =
  /(?<!\p{L})(?:type|typ|kind|nature|tipo|soort|vrsta|rodzaj|druh|loại|tür[üi]?|тип|вид|category|categor[íi]a|catégorie|kategori[eaj])(?!\p{L})|(?:buchungs|umsatz|transaktions|zahlungs|auftrags|geschäfts)(?:art|text|typ)|vorgang|種別|取引区分|거래 ?구분|거래 ?유형|(?:交易|业务)类型/u

/** Whether a heading says that a column holds the bank's kinds of bookings, as `Buchungstext`. */
export const namesKind = (heading: string): boolean => KIND_HEADING.test(plainWord(heading))

/** Headings of columns that say whether a line is booked; `Buchungsstatus` ends with one. */
const STATUS_HEADING =
  /(?<!\p{L})stat(?:us|ut)|(?:status\p{L}?|state|statut|estado|stato|stanje|stav|situação|trạng thái|tình trạng|状態|ステータス|상태|状态|狀態|สถานะ)$|(?<!\p{L})(?:[ée]tat|stan|starea?|tila|durumu?|állapot|olek|būsena|zustand|tilstand|статус\p{L}*|состояние|состојба|стање|стан|състояние|κατάσταση|ال?حالة|סטטוס|מצב)$/u

export const namesStatus = (heading: string): boolean => STATUS_HEADING.test(plainWord(heading))

/** Those that ask whether a line is booked, and those that ask whether it is not. */
const BOOKED_HEADING =
  /^(?:is[ _]?)?(?:(?:already )?(?:booked|posted|settled|cleared|completed|executed|processed)|verbucht|gebucht|ausgeführt|abgeschlossen|comptabilisée?|exécutée?|passée?|contabilizad[oa]|ejecutad[oa]|contabilizzat[oa]|eseguit[oa]|geboekt|verwerkt|zaksięgowan[aey]|rozliczon[aey]|(?:pro)?knjižen[oa]?|izvršen[oa]?|zaúčtován[oaé]|zaúčtované|könyvelve|könyvelt|contabilizată?|bogført|bokført|bokfört|bokförd|kirjattu|проведен[оа]?|исполнен[оа]?|прокњижено|muhasebeleşti|gerçekleşti|đã (?:ghi sổ|hạch toán|xử lý)|記帳済み?|確定済み?|已入账|已记账)$/u
const PENDING_HEADING =
  /^(?:is[ _]?)?(?:pending|vorgemerkt|ausstehend|en attente|pendiente|pendente|in attesa|in behandeling|oczekujące|na čekanju)$/u

/** What a column asks of each line by its heading, to be answered with yes or no. */
export function askedBy(heading: string): 'booked' | 'pending' | undefined {
  const plain = plainWord(heading).replace(/\s*[?？]$/, '')
  if (PENDING_HEADING.test(plain)) return 'pending'
  return BOOKED_HEADING.test(plain) ? 'booked' : undefined
}

const NO_WORDS = new Set([
  '', '0', 'no', 'n', 'false', 'f', 'nein', 'non', 'nie', 'ne', '-', 'nej', 'nei', 'nee', 'não', 'nu', 'nem', 'hayır', 'ei', 'нет', 'ні',
  'не', 'όχι', 'falsch', 'faux', 'falso', 'không', 'chưa', '否', '未', '×', 'いいえ', '아니오', '아니요', 'ไม่', 'لا',
]) // prettier-ignore
const YES_WORDS = new Set([
  '1', 'yes', 'y', 'true', 't', 'ja', 'j', 'oui', 'o', 'si', 'sí', 'sì', 's', 'sim', 'tak', 'da', 'ano', 'áno', 'igen', 'evet', 'kyllä', 'да',
  'так', 'ναι', 'wahr', 'vrai', 'vero', 'verdadero', 'có', 'đúng', 'rồi', '是', '已', '○', 'はい', '예', '네', 'ใช่', 'نعم', 'x', '✓', '✔', '+',
]) // prettier-ignore

export function answerOf(word: string): 'yes' | 'no' | undefined {
  const plain = plainWord(word)
  if (NO_WORDS.has(plain)) return 'no'
  return YES_WORDS.has(plain) ? 'yes' : undefined
}
