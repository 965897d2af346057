// Watches the columns of a CSV that its mapping does not name: one of them may change what an amount means, and then a debit
// would be taken for money received, or a line for booked that is not. The mapping names such a column, or says that it
// changes nothing (`ignored`); nothing is guessed from it (bank-readers.test.ts).
import { type CsvMapping, foldWord } from '@fairturn/contract/backoffice/csv-mapping'
import type { Ours } from './bank-reader.ts'
import { unreadable } from './bank-xml.ts'
import { inAnotherCurrency, ofAnotherBankAccount, positionOf } from './csv-cells.ts'
import { cellNames, isCurrencyHeading, lettersOf, namesCurrency } from './currency-marks.ts'
import { headingOf, ibansIn, looksLikeAccount, namesBankAccount } from './own-account.ts'
import { isSomeNumber, namesFee } from './row-words.ts'

/** The words of banks for credit and debit, of which a column with nothing else gives the direction. */
const DIRECTION_WORDS: readonly (readonly [credit: string, debit: string])[] = [
  ['bij', 'af'], ['h', 's'], ['haben', 'soll'], ['c', 'd'], ['k', 'd'], ['cr', 'dr'], ['c', 'dt'], ['credit', 'debit'],
  ['crdt', 'dbit'], ['crédit', 'débit'], ['crédito', 'débito'], ['haber', 'debe'], ['abono', 'cargo'], ['avere', 'dare'],
  ['entrata', 'uscita'], ['in', 'out'], ['money in', 'money out'], ['incoming', 'outgoing'], ['eingang', 'ausgang'],
  ['gutschrift', 'lastschrift'], ['gutschrift', 'belastung'], ['potražuje', 'duguje'], ['uplata', 'isplata'],
  ['odobrenje', 'zaduženje'], ['uznanie', 'obciążenie'], ['có', 'nợ'], ['ghi có', 'ghi nợ'], ['貸', '借'],
  ['入金', '出金'], ['입금', '출금'], ['收入', '支出'], ['贷', '借'], ['+', '-'], ['rd', 'rc'],
] // prettier-ignore
const CREDIT_WORDS = new Set(DIRECTION_WORDS.map(([credit]) => credit))
const DEBIT_WORDS = new Set(DIRECTION_WORDS.map(([, debit]) => debit))

/** The words of banks for lines that are not booked yet, and for those that are. */
const PENDING_WORDS = new Set([
  'vorgemerkt', 'ausstehend', 'offen', 'pending', 'pdng', 'processing', 'authorised', 'authorized', 'not booked',
  'en attente', 'en cours', 'à venir', 'pendiente', 'pendente', 'in attesa', 'in sospeso', 'non contabilizzato',
  'in behandeling', 'gereserveerd', 'oczekujące', 'oczekująca', 'na čekanju', 'u obradi', 'rezervisano', 'chờ xử lý',
  'đang xử lý', '保留', '処理中', '未確定', '처리중', '대기', '处理中', '待处理', '待入账',
]) // prettier-ignore
const BOOKED_WORDS = new Set([
  'gebucht', 'booked', 'book', 'posted', 'completed', 'complete', 'settled', 'executed', 'comptabilisé', 'exécuté', 'passé',
  'contabilizado', 'ejecutado', 'contabilizzato', 'eseguito', 'verwerkt', 'geboekt', 'zaksięgowane', 'zaksięgowana',
  'proknjiženo', 'izvršeno', 'realizovano', 'hoàn thành', 'thành công', 'đã xử lý', '確定', '完了', '완료', '已完成', '已入账', '成功',
]) // prettier-ignore
/** Headings of columns that say whether a line is booked; `Buchungsstatus` ends with one. */
const STATUS_HEADING =
  /(?:status|state|statut|estado|stato|stanje|stav|trạng thái|tình trạng|状態|ステータス|상태|状态)$/
/** Those that ask whether it is not, whose words say no of a booked one. */
const PENDING_HEADING =
  /^(?:is[ _])?(?:pending|vorgemerkt|ausstehend|en attente|pendiente|in attesa|oczekujące)\??$/
const NO_WORDS = new Set(['', '0', 'no', 'n', 'false', 'nein', 'non', 'nie', 'ne', '-'])

/** A column with more different words than this gives neither a direction nor a status. */
const MAX_WORDS = 4
const MAX_WORD_LENGTH = 24
/** The longest code that stands beside empty cells, as in `DR` and nothing. */
const MAX_CODE_LENGTH = 2
const WORD = /^(?:[\p{L}\p{M} +\-./()]+|\d)$/u

const isFigure = (word: string): boolean => /^\d$/.test(word)

/** The longest word of the only line of a file that may say which way its amount went. */
const MAX_WORD_LENGTH_ALONE = 12

interface Column {
  readonly at: number
  readonly name: string
  /** By word, empty cells included, the lines with it. */
  readonly words: Map<string, number>
  /** Whether a word says debit of an amount without a minus. */
  contradicts: boolean
}

/** A column all of whose cells name a currency, where the mapping names none. */
interface CurrencyColumn {
  readonly at: number
  readonly name: string
  readonly isIgnored: boolean
  named: boolean
  /** The first line in another than the account's. */
  other?: { readonly text: string; readonly line: number }
}

/** A column that may say of which account the file is, where the mapping names none. */
interface AccountColumn {
  readonly at: number
  readonly name: string
  readonly isIgnored: boolean
  readonly heading: 'own' | 'some' | undefined
  readonly texts: Set<string>
  hasOurs: boolean
  hasBlank: boolean
  /** The first line that names another account than ours. */
  other?: { readonly text: string; readonly line: number }
}

export interface UnmappedColumns {
  readonly watch: (record: readonly string[], direction: 'credit' | 'debit', line: number) => void
  /** Refuses `bank_file_is_not_readable` with the column's name and its words, once all lines are read. */
  readonly refuse: () => void
}

export function openUnmappedColumns(
  names: readonly string[],
  { columns, amounts }: CsvMapping,
  ours: Ours,
): UnmappedColumns {
  const { currency } = ours
  const mapped = new Set([Object.values(columns)].flat(2))
  const openColumns = (isWatched: (name: string) => boolean): Column[] =>
    names.flatMap((name, at) =>
      isWatched(name) ? [{ at, name, words: new Map<string, number>(), contradicts: false }] : [],
    )
  let watched = openColumns((name) => !mapped.has(name) && !namesFee(name))
  // A column of directions may be read as part of the text, too.
  let texts = openColumns((name) => columns.remittance.includes(name) && !columns.ignored?.includes(name))
  const { ignored, ...roles } = columns
  const read = new Set([Object.values(roles)].flat(2))
  // Where the amounts' headings name the account's currency, another column may say in which one was paid.
  const amountHeadings = [columns.amount, columns.credit, columns.debit].filter((name) => name !== undefined)
  const isStated = amountHeadings.every((name) => namesCurrency(name, currency))
  let currencies = columns.currency === undefined ? openCurrencies(names, read, { ignored, isStated }) : []
  let accounts = columns.own_account === undefined ? openAccounts(names, read, ignored) : []
  const isIgnored = (name: string) => ignored?.includes(name) === true
  let ignoredWords = openColumns((name) => isIgnored(name) && !read.has(name))
  // A fee that is read as part of the text would be lost as well.
  const fees = names.flatMap((name, at) =>
    namesFee(name) && !isIgnored(name) && (!read.has(name) || columns.remittance.includes(name))
      ? [{ at, name }]
      : [],
  )
  let hasMinus = false
  let lines = 0
  return {
    watch(record, direction, line) {
      currencies = currencies.filter((column) =>
        takeCurrency(column, record[column.at] ?? '', { currency, line }),
      )
      accounts = accounts.filter((column) => takeBankAccount(column, record[column.at] ?? '', { ours, line }))
      if (direction === 'debit') hasMinus = true
      lines += 1
      const takes = (column: Column) => take(column, foldWord(record[column.at] ?? ''), direction)
      watched = watched.filter(takes)
      texts = texts.filter(takes)
      ignoredWords = ignoredWords.filter(takes)
      for (const { at, name } of fees) {
        const cell = { column: name, text: record[at] ?? '' }
        if (isSomeNumber(cell.text)) throw unreadable('fee_column', positionOf(cell, line))
      }
    },
    refuse() {
      for (const column of currencies) refuseOther(column)
      for (const column of accounts) refuseOtherBankAccount(column)
      const isCurrency = new Set(currencies.flatMap(({ at, named }) => (named ? [at] : [])))
      watched = watched.filter(({ at }) => !isCurrency.has(at))
      const status = watched.find(isStatus)
      if (status !== undefined) throw unreadable('status_column', describe(status))
      watched = watched.filter(({ name }) => !PENDING_HEADING.test(foldWord(name)))
      if (amounts !== 'signed') return
      const found =
        [...watched, ...texts].find(contradicts) ?? (hasMinus ? undefined : watched.find(tellsApart))
      if (found !== undefined) throw unreadable('direction_column', describe(found))
      if (hasMinus) return
      const said = ignoredWords.find(saysDirection)
      if (said !== undefined) throw unreadable('ignored_direction', describe(said))
      if (DEBIT_WORDS.has(foldWord(columns.amount ?? '')))
        throw unreadable('direction_column', columns.amount)
      const alike = watched.filter((column) => isOneWord(column, lines, currency))
      if (alike.length > 0) throw unreadable('direction_column', alike.map(describe).join('; ').slice(0, 200))
    },
  }
}

const openCurrencies = (
  names: readonly string[],
  read: ReadonlySet<string | undefined>,
  { ignored = [], isStated }: { ignored: readonly string[] | undefined; isStated: boolean },
): CurrencyColumn[] =>
  names.flatMap((name, at) =>
    read.has(name) || (isStated && ignored.includes(name))
      ? []
      : [{ at, name, isIgnored: ignored.includes(name), named: false }],
  )

/** Whether the column may still be one of currencies. */
function takeCurrency(
  column: CurrencyColumn,
  text: string,
  { currency, line }: { currency: string; line: number },
): boolean {
  if (text === '') return true
  const letters = isCurrencyHeading(column.name) ? lettersOf(text) : text
  const names = cellNames(letters, currency)
  if (names === undefined) return false
  column.named = true
  if (names === 'other') column.other ??= { text: letters, line }
  return true
}

const openAccounts = (
  names: readonly string[],
  read: ReadonlySet<string | undefined>,
  ignored: readonly string[] = [],
): AccountColumn[] =>
  names.flatMap((name, at) => {
    const heading = headingOf(name)
    const isIgnored = ignored.includes(name)
    if (read.has(name) || heading === 'other' || (isIgnored && heading !== 'own')) return []
    return [{ at, name, isIgnored, heading, texts: new Set<string>(), hasOurs: false, hasBlank: false }]
  })

/** Whether the column may still be one of accounts. */
function takeBankAccount(
  column: AccountColumn,
  text: string,
  { ours, line }: { ours: Ours; line: number },
): boolean {
  const { heading, texts } = column
  if (text === '') {
    column.hasBlank = true
    return true
  }
  const plain = text.replace(/\s/g, '').toUpperCase()
  if (texts.has(plain)) return true
  if (heading === undefined && ibansIn(text).length === 0) return false
  if (heading === 'some' && !looksLikeAccount(text)) return false
  const names = namesBankAccount(text, ours)
  if (names === undefined) return heading === 'own'
  if (names === 'own') column.hasOurs = true
  else column.other ??= { text, line }
  if (texts.size < 2) texts.add(plain)
  return true
}

/**
 * Under a heading of our own account any other; under another heading one that stands in every line, or beside ours: payers'
 * accounts differ, and are not ours. A file of one payer may be refused so, until the mapping says whose the column is.
 */
function refuseOtherBankAccount({
  name,
  isIgnored,
  heading,
  texts,
  hasOurs,
  hasBlank,
  other,
}: AccountColumn): void {
  if (other === undefined) return
  const cell = { column: name, text: other.text }
  if (isIgnored && ibansIn(other.text).length === 0) return
  if (isIgnored) throw ofAnotherBankAccount(cell, other.line)
  if (heading === 'own' || hasOurs || (texts.size === 1 && !hasBlank))
    throw unreadable('account_column', positionOf(cell, other.line))
}

/** Also where it is said to change nothing: no amount is converted. */
function refuseOther({ name, isIgnored, other }: CurrencyColumn): void {
  if (other === undefined) return
  const cell = { column: name, text: other.text }
  throw isIgnored
    ? inAnotherCurrency(cell, other.text, other.line)
    : unreadable('currency_column', positionOf(cell, other.line))
}

/** Whether the column may still say something of each line. */
function take(column: Column, word: string, direction: 'credit' | 'debit'): boolean {
  const { words } = column
  words.set(word, (words.get(word) ?? 0) + 1)
  if (DEBIT_WORDS.has(word) && !CREDIT_WORDS.has(word) && direction === 'credit') column.contradicts = true
  return words.size <= MAX_WORDS && (word === '' || (word.length <= MAX_WORD_LENGTH && WORD.test(word)))
}

/**
 * By its heading, if it tells lines apart or says anything but a word that is known to mean booked; under another heading, by
 * words for both, or for one of them beside empty cells.
 */
function isStatus({ name, words }: Column): boolean {
  const all = [...words.keys()]
  if (all.some(isFigure) && !PENDING_HEADING.test(foldWord(name))) return false
  const isPending = all.some((word) => PENDING_WORDS.has(word))
  if (PENDING_HEADING.test(foldWord(name))) return all.some((word) => !NO_WORDS.has(word))
  if (STATUS_HEADING.test(foldWord(name)))
    return isPending || all.length > 1 || all.some((word) => word !== '' && !BOOKED_WORDS.has(word))
  const hasBlank = words.has('')
  return (
    all.length > 1 &&
    (isPending || hasBlank) &&
    (hasBlank || all.some((word) => BOOKED_WORDS.has(word))) &&
    all.every((word) => word === '' || PENDING_WORDS.has(word) || BOOKED_WORDS.has(word))
  )
}

/** By known words, one of which says debit of an amount without a minus. */
const contradicts = ({ words, contradicts: does }: Column): boolean =>
  does && [...words.keys()].every((word) => word === '' || CREDIT_WORDS.has(word) || DEBIT_WORDS.has(word))

/** By nothing but known words, one of which says debit beyond doubt: in letters, or beside its word for credit. */
function saysDirection({ words }: Column): boolean {
  const all = [...words.keys()].filter((word) => word !== '')
  const isPair = DIRECTION_WORDS.some(([credit, debit]) => words.has(credit) && words.has(debit))
  return (
    all.every((word) => CREDIT_WORDS.has(word) || DEBIT_WORDS.has(word)) &&
    (isPair || all.some((word) => DEBIT_WORDS.has(word) && !CREDIT_WORDS.has(word) && word.length > 1))
  )
}

/**
 * Of a file in which no amount has a minus: whether any two words tell its lines apart, or a few that recur. A day of credits
 * alone has one word for all.
 */
function tellsApart({ words }: Column): boolean {
  const all = [...words.keys()]
  if (all.length < 2) return false
  // `1` and `0` may be a bank's words; of more figures it is a count.
  if (all.some(isFigure)) return all.length === 2
  if (words.has('') && all.some((word) => word.length > MAX_CODE_LENGTH)) return false
  const lines = [...words.values()].reduce((sum, count) => sum + count, 0)
  return all.length === 2 || lines >= 2 * all.length
}

/**
 * Of a file in which no amount has a minus: whether the column says the same word of every line, and not one that is known to
 * mean credit or booked. It may be the bank's word for debit.
 */
function isOneWord({ words }: Column, lines: number, currency: string): boolean {
  const [word] = words.keys()
  if (word === undefined || word === '' || words.size > 1) return false
  if (isFigure(word) || CREDIT_WORDS.has(word) || BOOKED_WORDS.has(word) || word === currency.toLowerCase())
    return false
  return lines > 1 || (!word.includes(' ') && word.length <= MAX_WORD_LENGTH_ALONE)
}

const describe = ({ name, words }: Column): string =>
  `${name}: ${[...words.keys()].filter((word) => word !== '').join(', ')}`.slice(0, 200)
