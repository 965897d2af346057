import { readDecimal } from './bank-statement.ts'
// Reads pain.002 (ISO 20022 CustomerPaymentStatusReport, versions 3 to 14): the bank's status report on one of our payment
// files. What it contradicts itself in, or says in codes that are none, is refused.
import {
  attribute,
  child,
  children,
  readXml,
  textAt,
  textOf,
  unreadable,
  type XmlElement,
} from './bank-xml.ts'

/** `accepted`: the bank will execute it. `settled`: executed. `rejected`: will not be executed. */
export type PaymentOutcome = 'accepted' | 'settled' | 'rejected'

export interface PaymentStatus {
  readonly outcome: PaymentOutcome
  /** An ISO reason code, or the bank's free text; null if it gives none. */
  readonly reason: string | null
}

/** What a report repeats of our file, to be compared with it. */
interface Repeated {
  readonly payments: readonly {
    readonly end_to_end_id: string
    readonly amount_minor: bigint | null
    readonly currency: string | null
  }[]
  readonly part_ids: readonly string[]
  readonly count: number | null
  readonly sum_minor: bigint | null
}

export interface StatusReport {
  readonly message_id: string
  /** Message id of our file. */
  readonly original_message_id: string
  /** Status of every payment in the file that has none of its own; null if there is none. */
  readonly group: PaymentStatus | null
  readonly payments: readonly (PaymentStatus & { readonly end_to_end_id: string })[]
  /** Status per payment information block. */
  readonly parts: readonly (PaymentStatus & { readonly part_id: string })[]
}
export type ReadReport = StatusReport & { readonly repeated: Repeated }

// ISO 20022 external code sets ExternalPaymentTransactionStatus1Code and ExternalPaymentGroupStatus1Code.
const OUTCOMES: Readonly<Record<string, PaymentOutcome>> = {
  ...Object.fromEntries(['ACCP', 'ACTC', 'ACSP', 'ACWC', 'ACFC'].map((code) => [code, 'accepted' as const])),
  ACSC: 'settled',
  ACCC: 'settled',
  RJCT: 'rejected',
}
/** Of the same sets: neither final nor a promise. */
const NOT_FINAL: ReadonlySet<string> = new Set(
  'RCVD PDNG PART PATC PRES ACWP ACIS ACPD CANC BLCK CPUC CNCL RVCM RVMC RVNC ACCR INFO'.split(' '),
)

const VERSIONS = Array.from({ length: 12 }, (_, i) => `001.${String(i + 3).padStart(2, '0')}`)

/**
 * The report. Refuses `bank_file_is_not_readable`, also if it says nothing, contradicts itself or has a status that is none,
 * `bank_file_is_of_another_kind` and `bank_file_is_too_large`.
 */
export function readPain002(bytes: Uint8Array): ReadReport {
  const { root } = readXml(bytes, { kind: 'pain.002.', versions: VERSIONS })
  const report = child(root, 'CstmrPmtStsRpt')
  const group = report && child(report, 'OrgnlGrpInfAndSts')
  const original_message_id = textAt(group, 'OrgnlMsgId')
  const message_id = textAt(report, 'GrpHdr/MsgId')
  if (original_message_id === undefined || message_id === undefined) throw unreadable('missing', 'OrgnlMsgId')
  const parts = children(report, 'OrgnlPmtInfAndSts')
  const read = parts.map(readPart)
  const found = {
    message_id,
    original_message_id,
    group: statusOf(group!, 'GrpSts'),
    parts: read.flatMap(({ status, part_id }) =>
      status === null || part_id === undefined ? [] : [{ ...status, part_id }],
    ),
    payments: read.flatMap(({ payments }) =>
      payments.flatMap(({ status, end_to_end_id }) =>
        status === null ? [] : [{ ...status, end_to_end_id }],
      ),
    ),
  }
  const statuses = [group!, ...parts, ...parts.flatMap((part) => children(part, 'TxInfAndSts'))]
  if (statuses.every((each) => textAt(each, 'GrpSts', 'PmtInfSts', 'TxSts') === undefined))
    throw unreadable('no_status')
  refuseContradiction(found, read)
  const count = textAt(group, 'OrgnlNbOfTxs')
  const sum = textAt(group, 'OrgnlCtrlSum')
  return {
    ...found,
    repeated: {
      payments: read.flatMap(({ payments }) =>
        payments.map(({ end_to_end_id, amount_minor, currency }) => ({
          end_to_end_id,
          amount_minor,
          currency,
        })),
      ),
      part_ids: read.flatMap(({ part_id }) => part_id ?? []),
      count: count === undefined ? null : Number(count),
      sum_minor: sum === undefined ? null : readDecimal(sum, 'OrgnlCtrlSum'),
    },
  }
}

type Part = ReturnType<typeof readPart>

const readPart = (part: XmlElement) => ({
  part_id: textAt(part, 'OrgnlPmtInfId'),
  status: statusOf(part, 'PmtInfSts'),
  payments: children(part, 'TxInfAndSts').map(readPayment),
})

function readPayment(payment: XmlElement) {
  const status = statusOf(payment, 'TxSts')
  const end_to_end_id = textAt(payment, 'OrgnlEndToEndId')
  if (end_to_end_id === undefined) throw unreadable('missing', 'OrgnlEndToEndId')
  const reference = child(payment, 'OrgnlTxRef')
  const amounts = reference && child(reference, 'Amt')
  const amount = amounts && child(amounts, 'InstdAmt')
  return {
    status,
    end_to_end_id,
    amount_minor: amount === undefined ? null : readDecimal(textOf(amount), end_to_end_id),
    currency: (amount && attribute(amount, 'Ccy')?.toUpperCase()) ?? null,
  }
}

/** Whether the whole can have this status where a payment in it has that one. */
const agrees = (whole: PaymentStatus | null, { outcome }: PaymentStatus): boolean =>
  whole === null || whole.outcome === 'accepted' || whole.outcome === outcome

/** Refuses a file, or a part, that is rejected or settled with a payment that is not; and two statuses of one payment or part. */
function refuseContradiction(report: StatusReport, parts: readonly Part[]): void {
  const { group, payments } = report
  const inPart = parts.flatMap(({ status, payments: own }) =>
    own.flatMap((each) => (each.status === null || agrees(status, each.status) ? [] : [each.end_to_end_id])),
  )
  const inFile = [
    ...payments.flatMap((each) => (agrees(group, each) ? [] : [each.end_to_end_id])),
    ...report.parts.flatMap((each) => (agrees(group, each) ? [] : [each.part_id])),
  ]
  const twice = [
    ...Map.groupBy(payments, (each) => each.end_to_end_id),
    ...Map.groupBy(report.parts, (each) => each.part_id),
  ].flatMap(([id, same]) => (new Set(same.map(({ outcome }) => outcome)).size > 1 ? [id] : []))
  const [where] = [...twice, ...inPart, ...inFile]
  if (where !== undefined) throw unreadable('contradicts_itself', where)
}

/** Null if there is none, or one that is not final. */
function statusOf(element: XmlElement, name: string): PaymentStatus | null {
  const code = textAt(element, name)?.trim().toUpperCase()
  if (code === undefined) return null
  const outcome = OUTCOMES[code]
  if (outcome === undefined && !NOT_FINAL.has(code))
    throw unreadable('status_code', `${name} ${code.slice(0, 20)}`)
  if (outcome === undefined) return null
  const [first] = children(element, 'StsRsnInf')
  const reason = textAt(first, 'Rsn/Cd', 'Rsn/Prtry', 'AddtlInf')
  return { outcome, reason: reason?.slice(0, 140) ?? null }
}
