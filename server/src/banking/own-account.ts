// Of which account a bank's CSV is: what its lines above the columns and its columns say, by IBAN or number, also shortened or
// masked. A file of another account than the receiving one is refused, as a camt.053 is (csv.test.ts).
import { countrySpecs, isValidIBAN } from 'ibantools'
import type { Ours } from './bank-reader.ts'

/** Columns that say for certain whose account the file is, in the words of banks. */
const OWN_HEADING =
  /auftragskonto|auftraggeberkonto|eigen(?:es)?[ _-]?konto|eigene iban|(?:mein|unser) konto|\b(?:own|our|my|your)[ _-](?:account|acct|iban)|(?:mon|notre|votre) compte|cuenta propia|(?:mi|su|nuestra) cuenta|conto proprio|(?:mio|nostro) conto|eigen[ _](?:rekening|iban)|(?:rachunek|konto) własn|moje konto|(?:moj|vaš|sopstveni|naš) račun|tài khoản của (?:tôi|bạn|quý khách|chúng tôi)|自口座|自社口座|本口座|お客様口座|ご利用口座|본인 ?계좌|내 ?계좌|本方账|本账户|我的账/iu
/** Columns of who pays or is paid. */
const OTHER_HEADING =
  /empfänger|empfaenger|begünstigt|beguenstigt|auftraggeber|zahler|zahlungspflichtig|zahlungsbeteiligt|gegen(?:konto|partei|seite|iban)|absender|schuldner|gläubiger|kontrahent|debitor|kreditor|mandat|counter|contra|benefi[ct]|payee|paye?r\b|payor|sender|recipient|receiver|remitt|originator|ordering|debtor|creditor|partner|third|\bother\b|oppos|related|merchant|\b(?:from|to|by)\b|bénéfici|destina|donneur|émetteur|contrepartie|tiers|débiteur|créancier|ordenante|contraparte|emisor|remitente|ordinante|controparte|mittente|tegen|begunstigde|odbiorc|nadawc|przeciw|proti|příjemce|plátce|prima[lo]|nalogodav|platila|koresponden|poverilac|dužnik|thụ hưởng|người|đối (?:ứng|tác)|nguồn|đích|振込|相手|受取|依頼人|送金|取引先|先方|상대|받는|보[낸내]|수취|송금|입금자|의뢰인|거래처|对方|收款|付款|对手|汇款/iu
const ACCOUNT_HEADING =
  /konto|account|acct|iban|compte|cuenta|conto|rekening|rachun|účet|račun|tài khoản|\btk\b|口座|계좌|账[号户]|帐[号户]/iu
/** Not of an account itself. */
const ABOUT_ACCOUNT =
  /kontostand|kontoauszug|accounting|accounted|dat[ae]\b|datum|fecha|ngày|日付|날짜|inhaber|bezeichnung|balance|saldo|solde|sold\b|holder|owner|type|currency|währung|số dư|chủ|残高|잔액|余额/iu
/** Before a number above the columns; not that of its holder or its balance. */
const ACCOUNT_LABEL =
  /^(?:konto(?:nummer|-?nr\.?)?|(?:bank )?account(?: (?:number|no\.?|nr\.?|id))?|acct\.?(?: no\.?)?|iban|(?:num[ée]ro|n°) (?:de|du) compte|compte|n[úu]mero de cuenta|cuenta|numero (?:di )?conto|conto|rekening(?:nummer)?|numer (?:konta|rachunku)|rachunek|broj računa|račun|(?:số )?(?:tài khoản|tk)|口座番号|계좌 ?번호|账号|帐号)$/iu

/** What a heading says of the accounts below it. */
export const headingOf = (heading: string): 'own' | 'other' | 'some' | undefined => {
  const text = heading.normalize('NFC')
  if (OWN_HEADING.test(text)) return 'own'
  if (OTHER_HEADING.test(text)) return 'other'
  return ACCOUNT_HEADING.test(text) && !ABOUT_ACCOUNT.test(text) ? 'some' : undefined
}

const SEPARATORS = /[\s\u00a0.\-/]/g
const MASK = /[*•●#…]+|[xX]{2,}/
const SHORTEST_NUMBER = 5
const SHORTEST_MASKED = 3

/** Valid ones, also with spaces and inside a text. */
export function ibansIn(text: string): string[] {
  const found: string[] = []
  for (const { 0: written } of text
    .toUpperCase()
    .matchAll(/(?<![A-Z\d])[A-Z]{2}\d{2}[A-Z\d \u00a0-]{10,45}/g)) {
    const plain = written.replace(SEPARATORS, '')
    const length = countrySpecs[plain.slice(0, 2)]?.chars
    const iban = length ? plain.slice(0, length) : ''
    if (isValidIBAN(iban)) found.push(iban)
  }
  return found
}

/** Days and amounts have as many digits. */
const NO_ACCOUNT = /^[-+]?[\d., ’']+[.,]\d{1,2}$|^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:$|[T ]\d{1,2}:)/

export const looksLikeAccount = (text: string): boolean => !NO_ACCOUNT.test(text)

const withoutZeros = (number: string): string => number.replace(/^0+/, '')

/**
 * Whether a text names our account or another; undefined if it names none. A number is ours if ours has it, since banks leave out
 * the bank's code or the zeros before it.
 */
export function namesBankAccount(text: string, { account, numbers = [] }: Ours): 'own' | 'other' | undefined {
  const all = [account, ...numbers]
  const ibans = ibansIn(text)
  if (ibans.length > 0) {
    const isOurs = (iban: string) =>
      iban === account || (!isValidIBAN(account) && all.some((own) => contains(iban.slice(4), own)))
    return ibans.some(isOurs) ? 'own' : 'other'
  }
  const plain = text.toUpperCase().replace(SEPARATORS, '')
  if (all.includes(plain)) return 'own'
  if (MASK.test(plain)) {
    const shown = plain.split(MASK)
    const [first = '', last = ''] = [shown[0], shown.at(-1)?.match(/^[A-Z\d]*\d/)?.[0]]
    if (first.replace(/\D/g, '').length + last.length < SHORTEST_MASKED) return undefined
    return all.some((own) => (/\d/.test(first) ? own.startsWith(first) : true) && own.endsWith(last))
      ? 'own'
      : 'other'
  }
  const written = plain.match(/\d+/g)?.filter((digits) => digits.length >= SHORTEST_NUMBER) ?? []
  if (written.length === 0) return undefined
  return written.some((digits) => all.some((own) => contains(own, digits) || contains(digits, own)))
    ? 'own'
    : 'other'
}

function contains(longer: string, number: string): boolean {
  const digits = withoutZeros(number)
  return digits.length >= SHORTEST_NUMBER && longer.includes(digits)
}

/** The number that a line above the columns says the file is of, if it says one that is not ours. */
export function otherAccountAbove(cells: readonly string[], ours: Ours): string | undefined {
  const text = cells.join(' ').trim()
  const labelled = /^([^:：]{2,30})[:：]\s*(.+)$/u.exec(text)
  const [label = '', value = ''] = labelled?.slice(1) ?? [cells[0], cells.slice(1).join(' ')]
  const isLabelled = ACCOUNT_LABEL.test(label.replace(/[:：]\s*$/u, '').trim())
  const said = isLabelled ? value : ibansIn(text)[0]
  return said !== undefined && namesBankAccount(said, ours) === 'other' ? said : undefined
}

/** The end of a number, as it is shown everywhere. */
export const endOf = (text: string): string =>
  `•••• ${(ibansIn(text)[0] ?? text.replace(SEPARATORS, '')).slice(-4)}`
