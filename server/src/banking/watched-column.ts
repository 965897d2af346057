// A column of a CSV that no mapping names, and what its cells say of the lines: which direction, and whether they are booked.
// Only cells that are such a word and nothing else count; other words beside them do not acquit a column (csv.test.ts).
import { foldWord } from '@fairturn/contract/backoffice/csv-mapping'
import {
  answerOf,
  askedBy,
  directionOf,
  hasPair,
  namesDirection,
  namesKind,
  namesUnrelated,
  namesStatus,
  readWord,
  saysPendingInParts,
  statusOf,
} from './column-words.ts'
import type { SheetColumn } from './csv-cells.ts'
import { isSomeNumber, looksLikeDay } from './row-words.ts'

/** A column with more different words than this gives neither a direction nor a status, unless its heading or a known word says so. */
const MAX_WORDS = 4
const MAX_WORD_LENGTH = 24
/** The longest code that stands beside empty cells, as in `DR` and nothing. */
const MAX_CODE_LENGTH = 2
const WORD = /^(?:[\p{L}\p{M} +\-./()_*]+|\d)$/u
/** The longest word of the only line of a file that may say which way its amount went. */
const MAX_WORD_LENGTH_ALONE = 12
/** The longest text of a bank in which one word says that a line is not booked. */
const MAX_SENTENCE_LENGTH = 40
const MAX_SHOWN_LENGTH = 200

const isFigure = (word: string): boolean => /^\d$/.test(word)

/** A word of banks, and the first line with it. */
interface Known {
  readonly word: string
  readonly line: number
}

export interface WatchedColumn {
  readonly at: number
  readonly name: string
  readonly heading: {
    readonly isDirection: boolean
    readonly isStatus: boolean
    readonly isUnrelated: boolean
    readonly isKind: boolean
    readonly asks: 'booked' | 'pending' | undefined
  }
  /** By word, empty cells included, the lines with it; of no more words than tell whether they are few. */
  readonly words: Map<string, number>
  /** Of the first line and the last. */
  first?: string
  last?: string
  /** Known words of directions, and the lines with any. */
  readonly directions: Set<string>
  directed: number
  /** Lines with a known word of a status, and those with any word. */
  stated: number
  filled: number
  firstCredit?: Known
  /** Of a word that says debit. */
  firstDebit?: Known
  firstPending?: Known
  /** The first word that says debit of an amount without a minus. */
  contradicting?: Known
  /** The first word that says the other than the sign of its amount, in a file whose amounts have signs. */
  disagreeing?: Known
  /** Under a heading of directions: the words of amounts with a minus and without, and the first that stands beside both. */
  readonly bySign: Readonly<Record<'credit' | 'debit', Set<string>>>
  besideBoth?: Known
  /** The first word of several of which one says debit: `ACH_DEBIT`. */
  compoundDebit?: Known
  /** Whether every cell is a short word, a figure, or empty. */
  areWords: boolean
  /** Whether no cell is an amount or a day. */
  areNoFigures: boolean
}

export const watchColumn = ({ at, name, heading }: SheetColumn): WatchedColumn => ({
  at,
  name,
  heading: {
    isDirection: namesDirection(heading),
    isStatus: namesStatus(heading),
    isUnrelated: namesUnrelated(heading),
    isKind: namesKind(heading),
    asks: askedBy(heading),
  },
  words: new Map(),
  directions: new Set(),
  bySign: { credit: new Set(), debit: new Set() },
  directed: 0,
  stated: 0,
  filled: 0,
  areWords: true,
  areNoFigures: true,
})

/** `1` or `200` may be a bank's code. */
const isLongFigure = (text: string): boolean =>
  /^[\d.,\s\p{Pd}]{4,}$/u.test(text) || (text.length > 3 && isSomeNumber(text)) || looksLikeDay(text)

/** Takes a line's cell into account. */
export function takeCell(
  column: WatchedColumn,
  text: string,
  { direction, line }: { direction: 'credit' | 'debit' | undefined; line: number },
): void {
  const word = foldWord(text).replace(/^[\p{Pd}\u2212]$/u, '-')
  const { words, heading } = column
  column.first ??= word
  column.last = word
  if (words.size <= MAX_WORDS || words.has(word)) words.set(word, (words.get(word) ?? 0) + 1)
  if (word === '') return
  column.filled += 1
  if (word.length > MAX_WORD_LENGTH || !(WORD.test(word) || answerOf(word) !== undefined))
    column.areWords = false
  if (heading.isStatus && isLongFigure(text)) column.areNoFigures = false
  if (heading.isDirection && direction !== undefined) {
    if (column.bySign[direction === 'credit' ? 'debit' : 'credit'].has(word))
      column.besideBoth ??= { word, line }
    if (column.bySign[direction].size <= MAX_WORDS) column.bySign[direction].add(word)
  }
  if (column.firstPending === undefined && word.length <= MAX_SENTENCE_LENGTH && saysPendingInParts(word))
    column.firstPending = { word, line }
  // No other word of banks is longer, or has figures in it.
  if (word.length > MAX_WORD_LENGTH || /\d/.test(word)) return
  const known = { word, line }
  if (column.areWords && column.compoundDebit === undefined && saysDebitAmongOthers(word))
    column.compoundDebit = known
  const { direction: said, status } = readWord(word, heading.isStatus || heading.asks !== undefined)
  if (said !== undefined) {
    column.directed += 1
    column.directions.add(word)
    if (said === 'credit') column.firstCredit ??= known
    if (said === 'debit') column.firstDebit ??= known
    if (said === 'debit' && direction === 'credit') column.contradicting ??= known
    if (direction !== undefined && said !== 'either' && said !== direction) column.disagreeing ??= known
  }
  if (status !== undefined) column.stated += 1
  if (status === 'pending') column.firstPending ??= known
}

/** In letters: a part of one or two may be anything's abbreviation. */
const saysDebitAmongOthers = (word: string): boolean =>
  /[ _-]/.test(word) &&
  word.split(/[ _-]+/).some((part) => part.length > MAX_CODE_LENGTH && directionOf(part) === 'debit')

/** Of a file in which no amount has a minus: whether one word of several says debit, in a column of words. */
export const saysDebitInParts = ({ areWords, compoundDebit }: WatchedColumn): boolean =>
  areWords && compoundDebit !== undefined

const areFew = ({ words, areWords }: WatchedColumn): boolean => areWords && words.size <= MAX_WORDS

/** Whether the known words are most of its cells: in a text they are one among many. */
const areMost = (count: number, { filled }: WatchedColumn): boolean => 2 * count >= filled

/** `-` alone is a word for debit beside `+` only: elsewhere it stands for nothing. */
const hasOpposite = ({ firstCredit, directions }: WatchedColumn, { word }: Known): boolean =>
  word === '-' ? directions.has('+') : firstCredit !== undefined

/** Under a heading that asks: whether a line is not booked by its answer. */
function saysNo({ heading: { asks }, words, areWords, filled }: WatchedColumn): boolean {
  if (asks === undefined || filled === 0 || !areWords) return false
  const answers = new Set([...words.keys()].map(answerOf))
  return asks === 'pending' ? answers.has('yes') : answers.has('no')
}

/**
 * By a known word for a line that is not booked, whatever else stands in the column; by its heading, if it tells lines apart or says
 * anything but a word that is known to mean booked; under another heading, by nothing but words for booked and empty cells.
 */
export function isStatus(column: WatchedColumn): boolean {
  const { heading, words, firstPending, areWords, areNoFigures, filled } = column
  if (filled === 0) return false
  if (firstPending !== undefined) return true
  const all = [...words.keys()]
  if (heading.asks === 'pending') return areFew(column) && all.some((word) => answerOf(word) !== 'no')
  // Days beside nothing are those of the booked lines.
  if (heading.asks === 'booked') return words.has('') || (areWords && (all.length > 1 || saysNo(column)))
  if (heading.isStatus && areNoFigures)
    return all.length > 1 || all.some((word) => !isFigure(word) && statusOf(word) !== 'booked')
  const isBeside = words.has('') || new Set(all.map((word) => statusOf(word, true))).size > 1
  return (
    areFew(column) &&
    all.length > 1 &&
    isBeside &&
    all.every((word) => word === '' || statusOf(word, true) !== undefined)
  )
}

/** Of a column that is said to change nothing: whether its words say of a line that it is not booked. */
export const saysPending = (column: WatchedColumn): boolean =>
  saysNo(column) ||
  isStatusAsText(column) ||
  (column.firstPending !== undefined && areMost(column.stated, column))

/** Of a column that is read as text: under a heading of its own or of kinds, or among words alone, which no payer's texts are. */
export const isStatusAsText = ({ heading, firstPending, areWords, filled }: WatchedColumn): boolean =>
  firstPending !== undefined && (heading.isStatus || heading.isKind || (areWords && filled > 1))

/** Of a column that is read as the bank's reference or as an account: where a line is not booked it may have a word instead. */
export const saysPendingAlone = ({ firstPending }: WatchedColumn): boolean => firstPending !== undefined

/** Whether it answers a question of its heading that is none of directions. */
export const isAnswer = ({ heading: { asks } }: WatchedColumn): boolean => asks !== undefined

const areAllDirections = ({ directed, filled }: WatchedColumn): boolean => filled > 0 && directed === filled

/**
 * By a word that says debit of an amount without a minus: beside one for credit, under a heading of directions, or where such
 * words are most of it. Under such a heading also by any word that stands beside amounts with a minus and without.
 */
export function contradicts(column: WatchedColumn): boolean {
  const { contradicting, besideBoth, heading } = column
  if (besideBoth !== undefined) return true
  if (contradicting === undefined) return false
  return (
    hasOpposite(column, contradicting) ||
    heading.isDirection ||
    areAllDirections(column) ||
    (contradicting.word.length > 1 && (areFew(column) || areMost(column.directed, column)))
  )
}

/** The same of a column that is read as part of the text, where a payer may have written such a word. */
export const contradictsAsText = (column: WatchedColumn): boolean =>
  contradicts(column) && (column.heading.isDirection || areMost(column.directed, column))

/** Of a column that is said to change nothing: whether it says debit beyond doubt, in letters or beside its word for credit. */
export function saysDirection(column: WatchedColumn): boolean {
  const { directions, firstDebit, heading } = column
  if (firstDebit === undefined) return false
  if (areAllDirections(column))
    return hasPair(directions) || heading.isDirection || [...directions].some(isLongDebit)
  return heading.isDirection || (hasOpposite(column, firstDebit) && areMost(column.directed, column))
}

/**
 * Of a column that is said to change nothing, in a file in which some amount has a minus: whether it is one of directions, and says
 * the other than the sign on any line. Nothing says which of them is right; where they agree on every line it changes nothing.
 */
export function disagrees(column: WatchedColumn): boolean {
  const { disagreeing, besideBoth, directions, heading } = column
  if (disagreeing === undefined) return besideBoth !== undefined && directions.size > 0
  const isOfDirections = heading.isDirection || (areAllDirections(column) && hasPair(directions))
  return isOfDirections || saysDirection(column)
}

/** Under a heading of something else, unless a word says debit nevertheless. */
export const isUnrelated = ({ heading, firstDebit, compoundDebit }: WatchedColumn): boolean =>
  heading.isUnrelated && firstDebit === undefined && compoundDebit === undefined

/** Whether it says of every line that it is a credit, by words that mean nothing else, under a heading of directions. */
export const saysCredit = ({ heading, directions, directed }: WatchedColumn, lines: number): boolean =>
  heading.isDirection && directed === lines && [...directions].every((word) => directionOf(word) === 'credit')

/** Whether the word of the first line, or the last, stands in another one, too. */
export const recurs = ({ words, first, last }: WatchedColumn, line: 'first' | 'last'): boolean =>
  (words.get((line === 'first' ? first : last) ?? '') ?? 0) > 1

const isLongDebit = (word: string): boolean => directionOf(word) === 'debit' && word.length > 1

/**
 * Of a file in which no amount has a minus: whether any two words tell its lines apart, or a few that recur; under a heading of
 * directions any number of words. A day of credits alone has one word for all.
 */
export function tellsApart(column: WatchedColumn): boolean {
  const { heading, words, filled, directions, areWords } = column
  const all = [...words.keys()]
  if (all.length < 2) return false
  if (heading.isDirection && filled > 0 && (directions.size > 0 || areWords)) return true
  if (!areFew(column)) return false
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
export function isOneWord({ words, areWords }: WatchedColumn, lines: number, currency: string): boolean {
  const [word] = words.keys()
  if (!areWords || word === undefined || word === '' || words.size > 1) return false
  const said = directionOf(word)
  if (isFigure(word) || said === 'credit' || said === 'either' || statusOf(word) === 'booked') return false
  if (word === currency.toLowerCase()) return false
  return lines > 1 || (!word.includes(' ') && word.length <= MAX_WORD_LENGTH_ALONE)
}

/** Its words; of many the one that tells, with its line. */
export function describe(column: WatchedColumn, known?: Known): string {
  const { name, words } = column
  const shown =
    known === undefined || areFew(column)
      ? `${name}: ${[...words.keys()].filter((word) => word !== '').join(', ')}`
      : `line ${known.line}, ${name}: ${known.word}`
  return shown.slice(0, MAX_SHOWN_LENGTH)
}

/** Its words that mean neither credit nor booked, with `…` if there are more; all words, if it has only such. */
export function describeUnknown({ name, words }: WatchedColumn): string {
  const all = [...words.keys()].filter((word) => word !== '')
  const unknown = all.filter((word) => directionOf(word) === undefined && statusOf(word) !== 'booked')
  const shown = unknown.length === 0 ? all : unknown
  const more = words.size > MAX_WORDS ? ', …' : ''
  return `${name}: ${shown.join(', ')}${more}`.slice(0, MAX_SHOWN_LENGTH)
}
